import type { Jobs, RentalEvent } from '#db/jobs.ts'
import { type Email, writeEmail } from '#domain/mail/email.ts'
import { ownerEmails } from './owner-emails.ts'
import { renterEmails } from './renter-emails.ts'

/** What happened, to whom, in the words of a mail. */
export type Told = {
  readonly rentalId: string
  readonly title: string
  /** 'on Feb 17, 2027' or 'from Feb 17, 2027 to Feb 20, 2027'. */
  readonly dates: string
  readonly firstDay: string
  readonly lastDay: string
  /** '49 credits'. */
  readonly credits: string
  /** What came back of them, in a sentence. */
  readonly creditsBack: string
  readonly renterName: string
  readonly ownerName: string
  /** How the renter reaches the closet, and how and where the closet finds the renter. */
  readonly closetContact: string
  readonly handover: string
  readonly keptCents: number
  readonly conditionNotes: string | null
  /** Whether there are photos of its return. */
  readonly photos: boolean
  readonly helpUrl: string
  readonly by: Jobs['tell-about-rental']['by']
  readonly origin: string
}

/** Subject, paragraphs (an empty one is left out); greeting and button are those of the side. */
export type Words = (told: Told) => readonly [subject: string, ...paragraphs: string[]]

/** Events that a renter gets an email about although they caused them. */
const CONFIRMED_TO_RENTER: readonly RentalEvent[] = ['request', 'cancel']

/** The mail about a rental to one of its sides, or null where that side has nothing to learn. */
export function rentalEmail(
  event: RentalEvent,
  side: 'renter' | 'owner',
  told: Told,
): Email | null {
  if (told.by === side && !(side === 'renter' && CONFIRMED_TO_RENTER.includes(event))) return null
  const isRenter = side === 'renter'
  const [subject, ...paragraphs] = (isRenter ? renterEmails : ownerEmails)[event]?.(told) ?? []
  if (!subject) return null
  return writeEmail({
    template: isRenter ? `rental-${event}` : `rental-${event}-owner`,
    subject,
    greeting: `Hello ${isRenter ? told.renterName : told.ownerName},`,
    paragraphs: paragraphs.filter(Boolean),
    button: {
      text: 'Open the rental',
      url: `${told.origin}/${isRenter ? 'my-rentals' : 'business/rentals'}/${told.rentalId}`,
    },
  })
}
