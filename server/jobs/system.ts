import type { Db } from '#db/connection.ts'
import type { Auth } from '#domain/accounts/sign-in/auth.ts'
import { type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { ImageStore } from '#gateways/images/image-store.ts'
import type { MailTransport } from '#gateways/mail/transport.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import type { WebhookGateway } from '#gateways/webhooks/webhook-gateway.ts'
import type { OnDirectConnection } from './direct-connection.ts'

/** What a job can use: the database, the clock, and one of every gateway. */
export type System = {
  readonly db: Db
  readonly onDirectConnection: OnDirectConnection
  readonly clock: () => Date
  /** IANA name of the time zone that determines "today". */
  readonly timeZone: string
  /** The base URL of links in emails not caused by a request; no trailing slash. */
  readonly origin: string
  readonly paymentsAreReal: boolean
  readonly stripe: StripeGateway
  readonly images: ImageStore
  readonly mail: MailTransport
  readonly webhooks: WebhookGateway
  readonly auth: Auth
  /** Logs the error that a job failed with; the job is retried. */
  readonly noteJobError: (error: unknown, job: string) => void
}

/** What a job can use, and when it began. */
export type Job = System & { readonly now: Date; readonly today: CalendarDate }

export function beginJob(system: System): Job {
  const now = system.clock()
  return { ...system, now, today: calendarDateIn(system.timeZone, now) }
}
