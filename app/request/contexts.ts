import { createContext, type RouterContextProvider } from 'react-router'
import type { Db } from '#db/connection.ts'
import type { SessionId } from '#db/ids.ts'
import type { Auth } from '#domain/accounts/sign-in/auth.ts'
import type { HeldPlan } from '#domain/accounts/sign-in/sessions.ts'
import type { Admin, ClosetOwner, PaidOwner, Person, Shopper } from '#domain/shared/actors.ts'
import { asShopper } from '#domain/shared/actors.ts'
import { type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { ImageStore } from '#gateways/images/image-store.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import type { WebhookGateway } from '#gateways/webhooks/webhook-gateway.ts'
import type { Limits } from './limits.ts'
import type { SecurityNote } from './security-note.ts'
import type { SharedLists } from './shared-lists.ts'
import type { SiteReads } from './site-reads.ts'

/** What every route can use: created once at startup and passed in by the request handler. */
export type App = {
  /** For a visitor's page it may be a replica, which is read-only and slightly behind. */
  readonly db: Db
  /** The database that accepts writes, also while a page reads a replica. */
  readonly primary: Db
  readonly clock: () => Date
  /** IANA name of the time zone that determines "today". */
  readonly timeZone: string
  /** Payments go to Stripe, not to the local sandbox. */
  readonly paymentsAreReal: boolean
  /** False in the sandbox and with a test key of Stripe; every page then says so. */
  readonly chargesMoney: boolean
  /** How many months gift credits have to last in this shop. */
  readonly minGiftMonths: number
  /** Accounts with a published password exist. */
  readonly demo: boolean
  /** Our public origin for this request, without a trailing slash. */
  readonly originOf: (request: Request) => string
  readonly stripe: StripeGateway
  readonly images: ImageStore
  /** Sends the webhooks of closets. */
  readonly webhooks: WebhookGateway
  /** Handles passwords and sessions. */
  readonly auth: Auth
  readonly limits: Limits
  /** Settings and home page sections, read with `Viewer.siteVersion`. */
  readonly site: SiteReads
  /** Lists that are the same for many people; routes call `readShared`. */
  readonly sharedLists: SharedLists
  /** Emails stay in the outbox, which /dev/mail shows to people at this machine. */
  readonly mailIsLocal: boolean
  /** The database lacks a migration of this version. */
  readonly migrationsAreMissing: () => Promise<boolean>
  /** Jobs are processed by this process, and its worker has had no heartbeat for a minute. */
  readonly jobsAreStalled: () => Promise<boolean>
  /** Within the last minute a request found no free connection to the database. */
  readonly connectionsAreExhausted: () => boolean
  /**
   * Logs an unexpected error, and records its kind in the incident. What the request has counted
   * towards limits is taken back. A client that went away is no error.
   */
  readonly noteError: (error: unknown, incident: Incident, path: string) => void
  /** Logs an error in something that the response can do without. */
  readonly noteSkipped: (error: unknown, path: string) => void
  /** Logs a security event; routes call `noteSecurity`. */
  readonly noteSecurity: (note: SecurityNote) => void
}

/** The person making this request, read from the session in one round trip. */
export type Viewer = {
  readonly person: Person | null
  /** Of a signed-in person that of the profile, of a visitor that of the cookie. Private. */
  readonly zip: string | null
  readonly creditsBalance: number
  readonly heldPlan: HeldPlan | null
  readonly sessionId: SessionId | null
  /** The request has a session that is no longer valid: it expired, or was ended elsewhere. */
  readonly sessionIsOver: boolean
  readonly hasSecondFactor: boolean
  /** They have unread messages. */
  readonly hasUnread: boolean
  /** A legal text that concerns this person has a new version. */
  readonly consentIsDue: boolean
  /** The version of what `App.site` reads, as of the start of this request; null when not known. */
  readonly siteVersion: string | null
  /** They sent a form within the last seconds, and must see what it changed. */
  readonly hasJustSent: boolean
}

export const appContext = createContext<App>()
export const viewerContext = createContext<Viewer>()
/** The address of the client, as far as TRUST_PROXY allows trusting it. */
export const peerContext = createContext<string>()
export const nonceContext = createContext<string>()

/** The paths of scripts, separated by spaces, without which a form leaves its page if offline. */
export type FormScripts = Readonly<Record<'like' | 'dismiss' | 'unit', string>>
export const formScriptsContext = createContext<FormScripts | null>(null)

/** What the request handler knows about a request besides the person. */
export type Visit = {
  /** The connection is local and was not forwarded: the client is on this machine. */
  readonly isThisMachine: boolean
  /** The proxy does not say readably whom it serves: all visitors share its address. */
  readonly isProxyAddress: boolean
  /** The id of the request in the log; from a trusted proxy if it sends one. */
  readonly requestId: string
}
export const visitContext = createContext<Visit>()

/**
 * What handles a request, for metrics: the pattern of a route, or the name of a handler before the
 * routes. Never a path, because anyone can invent paths.
 */
export type Answering = { by: string }
export const answeringContext = createContext<Answering>()

/** An error while handling a request; its id is in the log and on the page. */
export type Incident = { readonly id: string; kind: 'none' | 'crash' | 'database-unavailable' }
export const incidentContext = createContext<Incident>()

// Set by the guarding layouts only: a route outside them has no such actor and throws.
export const signedInContext = createContext<Person>()
export const adminContext = createContext<Admin>()
export const closetOwnerContext = createContext<ClosetOwner>()
export const paidOwnerContext = createContext<PaidOwner>()

export type Context = Readonly<RouterContextProvider>

/** What the routes of admins need: the app, and the proof that this is an admin. */
export const adminIn = (context: Context) => ({
  ...context.get(appContext),
  admin: context.get(adminContext),
})

export const ownerIn = (context: Context) => ({
  ...context.get(appContext),
  owner: context.get(closetOwnerContext),
})

export function viewerIn(context: Context): Viewer {
  return context.get(viewerContext)
}

export function shopperIn(context: Context): Shopper | null {
  return asShopper(context.get(viewerContext).person)
}

export function todayIn(context: Context): CalendarDate {
  const app = context.get(appContext)
  return calendarDateIn(app.timeZone, app.clock())
}
