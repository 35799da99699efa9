import type { Db } from '#db/connection.ts'
import type { Auth } from '#domain/accounts/sign-in/auth.ts'
import type { ImageStore } from '#gateways/images/image-store.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'

/** What seeding needs from the app. */
export type DemoContext = {
  readonly db: Db
  readonly clock: () => Date
  /** IANA name of the time zone that determines "today". */
  readonly timeZone: string
  /** The base address of links in emails, without a trailing slash. */
  readonly origin: string
  readonly stripe: StripeGateway
  readonly images: ImageStore
  readonly auth: Auth
}
