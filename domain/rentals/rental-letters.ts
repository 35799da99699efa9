import type { Jobs, RentalNews } from '#db/jobs.ts'
import { type Letter, writeLetter } from '#domain/mail/letter.ts'
import { lettersToOwner } from './letters-to-owner.ts'
import { lettersToRenter } from './letters-to-renter.ts'

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

/** News that tells a renter of their own click all the same: what was rented, what was cancelled. */
const CONFIRMED_TO_RENTER: readonly RentalNews[] = ['rented', 'cancelled']

/** The mail about a rental to one of its sides, or null where that side has nothing to learn. */
export function rentalLetter(
  news: RentalNews,
  side: 'renter' | 'owner',
  told: Told,
): Letter | null {
  if (told.by === side && !(side === 'renter' && CONFIRMED_TO_RENTER.includes(news))) return null
  const isRenter = side === 'renter'
  const [subject, ...paragraphs] = (isRenter ? lettersToRenter : lettersToOwner)[news]?.(told) ?? []
  if (!subject) return null
  return writeLetter({
    template: isRenter ? `rental-${news}` : `rental-${news}-owner`,
    subject,
    greeting: `Hello ${isRenter ? told.renterName : told.ownerName},`,
    paragraphs: paragraphs.filter(Boolean),
    button: {
      text: 'Open the rental',
      url: `${told.origin}/${isRenter ? 'my-rentals' : 'business/rentals'}/${told.rentalId}`,
    },
  })
}
