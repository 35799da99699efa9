import { createContext, type RouterContextProvider } from 'react-router'
import type { Db } from '#db/connection.ts'
import type { PlanType } from '#db/enums.ts'
import type { SessionId } from '#db/ids.ts'
import type { Auth } from '#domain/people/auth.ts'
import type { Admin, ClosetOwner, Person, Shopper } from '#domain/shared/actors.ts'
import { asShopper } from '#domain/shared/actors.ts'
import { type CalendarDate, calendarDateIn } from '#domain/shared/calendar-date.ts'
import type { ImageStore } from '#gateways/images/image-store.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import type { Limits } from './limits.ts'
import type { SecurityNote } from './security-note.ts'

/** What every route can use: created once at startup and passed in by the request handler. */
export type App = {
  readonly db: Db
  readonly clock: () => Date
  /** IANA name of the zone whose date is "today". */
  readonly timeZone: string
  /** Payments go to the local sandbox; every page says that they are not real. */
  readonly paymentsAreReal: boolean
  /** Accounts with a published password exist. */
  readonly demo: boolean
  /** The address people reach us at for this request, without a slash at the end. */
  readonly originOf: (request: Request) => string
  readonly stripe: StripeGateway
  readonly images: ImageStore
  /** Keeps passwords and sessions. */
  readonly auth: Auth
  readonly limits: Limits
  /** Mail stays in the outbox, which /dev/mail shows. */
  readonly mailIsLocal: boolean
  /** Jobs are worked off here and nothing has been heard of that for a minute. */
  readonly jobsStandStill: () => boolean
  /** Within the last minute there was no connection to the database left for somebody. */
  readonly connectionsRunOut: () => boolean
  /** Writes down an error that nobody expected, and in the incident what kind it was. */
  readonly noteError: (error: unknown, incident: Incident, path: string) => void
  /** Writes a line into the log of what concerns security; routes call `noteSecurity`. */
  readonly noteSecurity: (note: SecurityNote) => void
}

/** Whoever makes this request, read from the session in one round trip. */
export type Viewer = {
  readonly person: Person | null
  readonly creditsBalance: number
  readonly heldPlan: PlanType | null
  readonly sessionId: SessionId | null
  /** They came with a session that opens nothing any more: it ran out, or was ended elsewhere. */
  readonly sessionIsOver: boolean
  readonly hasSecondFactor: boolean
}

export const appContext = createContext<App>()
export const viewerContext = createContext<Viewer>()
/** The address of the caller, as far as TRUST_PROXY lets us believe it. */
export const peerContext = createContext<string>()
export const nonceContext = createContext<string>()

/** What the door knows of a request besides who makes it. */
export type Visit = {
  /** By the connection itself, and passed on by nobody: whoever asks sits at this machine. */
  readonly isThisMachine: boolean
  /** Names the request in the log; a trusted proxy's own, where it gives one. */
  readonly requestId: string
}
export const visitContext = createContext<Visit>()

/** What went wrong while a request was answered; its id stands in the log and on the page. */
export type Incident = { readonly id: string; kind: 'none' | 'crash' | 'database-away' }
export const incidentContext = createContext<Incident>()

// Set by the guarding layouts only: a route outside them has no such actor and fails loudly.
export const signedInContext = createContext<Person>()
export const adminContext = createContext<Admin>()
export const closetOwnerContext = createContext<ClosetOwner>()

type Context = Readonly<RouterContextProvider>

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
