import type { RentalNews } from '#db/jobs.ts'
import { type Letter, writeLetter } from '#domain/mail/letter.ts'
import { shortDollars } from '#domain/shared/cents.ts'

/** What happened, to whom, in the words of a mail. */
export type Told = {
  readonly title: string
  readonly days: string
  readonly lastDay: string
  readonly credits: number
  readonly renterName: string
  readonly ownerName: string
  readonly keptCents: number
  readonly conditionNotes: string | null
  readonly origin: string
}

/** Subject, paragraphs; the greeting and the button are those of the side that is told. */
type Words = (told: Told) => readonly [subject: string, ...paragraphs: string[]]

type Sides = {
  readonly template: string
  readonly renter?: Words
  readonly owner?: Words
}

const NEWS = {
  rented: {
    template: 'rental-requested',
    renter: (told) => [
      `You rented ${told.title}`,
      `${told.title} is yours for ${told.days}, for ${told.credits} credits.`,
      `${told.ownerName} confirms it and arranges the delivery with you. Until it is delivered you can cancel at any time.`,
    ],
    owner: (told) => [
      `${told.renterName} rented ${told.title}`,
      `${told.renterName} would like to wear ${told.title} for ${told.days}.`,
      'Please accept the rental and arrange the delivery.',
    ],
  },
  accepted: {
    template: 'rental-accepted',
    renter: (told) => [
      `${told.ownerName} confirmed ${told.title}`,
      `Your rental of ${told.title} for ${told.days} is confirmed. ${told.ownerName} arranges the delivery with you.`,
    ],
    owner: (told) => [
      `You accepted the rental of ${told.title}`,
      `${told.renterName} expects ${told.title} for ${told.days}. Please mark it as delivered once it is handed over.`,
    ],
  },
  cancelled: {
    template: 'rental-cancelled',
    renter: (told) => [
      `Your rental of ${told.title} was cancelled`,
      `The rental of ${told.title} for ${told.days} was cancelled.`,
      'What it cost returns to your balance.',
    ],
    owner: (told) => [
      `The rental of ${told.title} was cancelled`,
      `The rental of ${told.title} by ${told.renterName} for ${told.days} was cancelled.`,
      'The piece can be rented again.',
    ],
  },
  delivered: {
    template: 'rental-delivered',
    renter: (told) => [
      `${told.title} was delivered`,
      `${told.ownerName} has handed ${told.title} over to you. Enjoy it until ${told.lastDay}.`,
      `If it has not reached you, please write to ${told.ownerName} at once.`,
    ],
    owner: (told) => [
      `${told.title} is out`,
      `You marked ${told.title} as delivered to ${told.renterName}. It is due back on ${told.lastDay}.`,
    ],
  },
  'delivery-failed': {
    template: 'rental-delivery-failed',
    renter: (told) => [
      `${told.title} could not be delivered`,
      `We are sorry: ${told.title} could not be delivered, so the rental for ${told.days} was cancelled.`,
      'All your credits are back in your balance.',
    ],
    owner: (told) => [
      `The delivery of ${told.title} failed`,
      `The rental of ${told.title} by ${told.renterName} was cancelled, and the credits went back.`,
      'The piece can be rented again.',
    ],
  },
  'never-delivered': {
    template: 'rental-never-delivered',
    renter: (told) => [
      `${told.title} never reached you`,
      `${told.title} was yours for ${told.days} and was never marked as delivered, so we cancelled the rental.`,
      'All your credits are back in your balance.',
    ],
    owner: (told) => [
      `The rental of ${told.title} has lapsed`,
      `${told.title} was never marked as delivered to ${told.renterName} for ${told.days}, so we cancelled the rental and gave the credits back.`,
      'The piece can be rented again.',
    ],
  },
  'return-due': {
    template: 'rental-return-due',
    renter: (told) => [
      `${told.title} is due back tomorrow`,
      `Your rental of ${told.title} ends tomorrow, on ${told.lastDay}. Please arrange its return with ${told.ownerName}.`,
    ],
    owner: (told) => [
      `${told.title} comes back tomorrow`,
      `${told.renterName} returns ${told.title} by tomorrow, ${told.lastDay}. Please mark it as returned once you have it.`,
    ],
  },
  overdue: {
    template: 'rental-overdue',
    renter: (told) => [
      `${told.title} was due back`,
      `${told.title} was due back on ${told.lastDay}. Please return it to ${told.ownerName} today.`,
    ],
    owner: (told) => [
      `Is ${told.title} back?`,
      `${told.title} was due back from ${told.renterName} on ${told.lastDay}. Please mark it as returned, or as late.`,
    ],
  },
  late: {
    template: 'rental-late',
    renter: (told) => [
      `${told.title} is late`,
      `${told.title} was due back on ${told.lastDay}. Please return it to ${told.ownerName} as soon as you can.`,
    ],
    owner: (told) => [
      `You marked ${told.title} as late`,
      `We asked ${told.renterName} to return ${told.title}, which was due back on ${told.lastDay}.`,
    ],
  },
  returned: {
    template: 'rental-returned',
    renter: (told) => [
      `${told.title} is back`,
      `Thank you: ${told.ownerName} has ${told.title} back and looks it over within a few days.`,
    ],
    owner: (told) => [
      `Please look over ${told.title}`,
      `${told.title} is back from ${told.renterName}. Please review its condition: after a week without a word we take it as approved.`,
    ],
  },
  'review-due': {
    template: 'rental-review-due',
    owner: (told) => [
      `${told.title} waits for your review`,
      `${told.title} has been back from ${told.renterName} for three days. Until you review its condition nobody can rent it.`,
      'A week after its return we take it as approved.',
    ],
  },
  approved: {
    template: 'rental-approved',
    renter: (told) => [
      `All is well with ${told.title}`,
      `${told.title} came back as it should, and your rental is complete. Nothing of your deposit was kept.`,
    ],
    owner: (told) => [
      `The rental of ${told.title} is complete`,
      `The condition of ${told.title} is approved. The piece can be rented again.`,
    ],
  },
  'deposit-kept': {
    template: 'rental-deposit-kept',
    renter: (told) => [
      `${shortDollars(told.keptCents)} of your deposit was kept`,
      `${told.ownerName} kept ${shortDollars(told.keptCents)} of your deposit for ${told.title}.`,
      ...(told.conditionNotes ? [`“${told.conditionNotes}”`] : []),
      'The rest returns to your card once you have no other rental open.',
    ],
    owner: (told) => [
      `You kept ${shortDollars(told.keptCents)} for ${told.title}`,
      `${shortDollars(told.keptCents)} of the deposit of ${told.renterName} was kept for ${told.title}. The piece can be rented again.`,
    ],
  },
} satisfies Record<RentalNews, Sides>

/** The mail about a rental to one of its sides, or null where that side has nothing to learn. */
export function rentalLetter(
  news: RentalNews,
  side: 'renter' | 'owner',
  told: Told,
): Letter | null {
  const { template, ...sides }: Sides = NEWS[news]
  const [subject, ...paragraphs] = sides[side]?.(told) ?? []
  if (!subject) return null
  const isRenter = side === 'renter'
  return writeLetter({
    template: isRenter ? template : `${template}-owner`,
    subject,
    greeting: `Hello ${isRenter ? told.renterName : told.ownerName},`,
    paragraphs,
    button: isRenter
      ? {
          text: 'See my rentals',
          url: `${told.origin}/my-rentals${isOver(news) ? '?tab=past' : ''}`,
        }
      : { text: 'Open my closet', url: `${told.origin}/business` },
  })
}

const ENDED: readonly RentalNews[] = [
  'cancelled',
  'delivery-failed',
  'never-delivered',
  'approved',
  'deposit-kept',
]

function isOver(news: RentalNews): boolean {
  return ENDED.includes(news)
}
