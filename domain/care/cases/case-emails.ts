import type { RentalId } from '#db/ids.ts'
import type { AppealEvent, ReturnRequestEvent } from '#db/jobs.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { pages } from '#domain/shared/pages.ts'
import { CASES, type CaseKind } from './case-kinds.ts'

/** A case as emails describe it; times as text. */
export type CaseDetails = {
  readonly rentalId: RentalId
  readonly title: string
  readonly renterName: string
  readonly ownerName: string
  readonly words: string
  readonly answer: string | null
  readonly reasons: string | null
  readonly answerDue: string
  /** The owner, or an admin for them; null without an answer. */
  readonly answeredBy: 'owner' | 'Hemline' | null
  /** Where the owner sees the rental; null for a blocked closet. */
  readonly ownerPage: string | null
  readonly origin: string
}

export type CaseEvent = AppealEvent | ReturnRequestEvent
export type Side = 'renter' | 'owner'
type Words = readonly [subject: string, ...paragraphs: string[]]

/** What each side is told about an event; nothing when that side needs no email. */
export type CaseTexts<Event extends CaseEvent, Details> = Readonly<
  Record<Event, { readonly [Key in Side]?: (details: Details) => Words }>
>

/** Events after which the owner has to answer. */
export const ASKS_OWNER: ReadonlySet<CaseEvent> = new Set(['filed', 'requested', 'remind'])

/** The email about an event to one side. */
export function caseEmail(
  kind: CaseKind,
  event: CaseEvent,
  side: Side,
  { renterName, ownerName, origin, rentalId, ownerPage }: CaseDetails,
  [subject, ...paragraphs]: Words,
): Email {
  const page = side === 'renter' ? pages.rental(rentalId) : ownerPage
  const asks = side === 'owner' && ASKS_OWNER.has(event)
  return {
    template: `${CASES[kind].name}-${event}${side === 'owner' ? '-owner' : ''}`,
    subject,
    greeting: hello(side === 'renter' ? renterName : ownerName),
    paragraphs: paragraphs.filter((paragraph) => paragraph !== ''),
    ...(page && {
      button: {
        text: asks ? `Answer the ${kind === 'appeal' ? 'appeal' : 'request'}` : 'Open the rental',
        url: `${origin}${page}#${CASES[kind].name}`,
      },
    }),
  }
}

export const answererOf = ({ answeredBy, ownerName }: CaseDetails) =>
  answeredBy === 'Hemline' ? 'Hemline' : ownerName

export const reasonsOf = ({ reasons }: CaseDetails) =>
  reasons === null ? [] : [`Our reasons: “${reasons}”`]
