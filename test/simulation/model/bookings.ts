import type { HolidayId, ItemId, PersonId, RentalId, WaitlistEntryId } from '#db/ids.ts'
import type { Deposit, Lot } from './state.ts'

export type Cancellation =
  | 'by_shopper'
  | 'by_owner'
  | 'delivery_failed'
  | 'never_delivered'
  | 'never_answered'
  | 'previous_rental_late'
  | 'swapped'

export type Item = {
  readonly id: ItemId
  readonly lister: PersonId
  /** Its lister is paid; false for an admin. */
  readonly earns: boolean
  readonly creditsPerDay: number
  readonly size: string
  readonly style: string
  readonly category: string | null
  readonly listedAt: number
  /** Only for shoppers who have completed some rentals. */
  readonly isHighValue: boolean
  advanceBooking: boolean
  turnaroundDays: number
  paused: boolean
  /** Its closet has deleted its account. */
  retired: boolean
  /** It can be sent back when it does not fit. */
  fitReturns: boolean
  /** Days on which its closet does not rent it out. */
  readonly blocked: Set<string>
}

/** First and last day on which a closet rents out nothing. */
export type Holiday = {
  readonly id: HolidayId
  readonly lister: PersonId
  readonly start: string
  readonly end: string
}

/** A shopper's place in line. */
export type Entry = {
  readonly id: WaitlistEntryId
  readonly item: Item
  readonly shopper: PersonId
  readonly start: string
  readonly end: string
  status: 'waiting' | 'offered' | 'accepted' | 'expired' | 'left' | 'passed'
  /** Of an open offer: its end, and the days that it holds with the turnaround of that time. */
  offer: { readonly endsAt: number; readonly until: string } | null
  hadOffer: boolean
  /** A job looks at it soon. */
  dueSince: number | null
}

export type Rental = {
  readonly id: RentalId
  readonly renter: PersonId
  readonly item: Item
  readonly deposit: Deposit
  readonly start: string
  /** Later if it was extended. */
  end: string
  /** 'out' is delivered, 'back' is returned and not yet reviewed. */
  state: 'pending' | 'confirmed' | 'out' | 'late' | 'back' | 'completed' | 'cancelled'
  returnedAt: number
  /** When its item was checked; null again when that is undone. */
  completedAt: number | null
  /** The day of its return, until that is taken back. */
  returnedOn: string | null
  /** As it was lent when it was rented. */
  readonly exclusive: boolean
  /** What its closet earns. */
  readonly centsPerCredit: number
  readonly turnaroundDays: number
  /** As it was when it was rented. */
  readonly fitReturns: boolean
  wasLate: boolean
  /** When its delivery was recorded; null again when that is undone. */
  deliveredAt: number | null
  /** Its renter said that it was delivered; the closet did not. */
  deliveredByRenter: boolean
  /** About its condition. */
  readonly reports: { readonly by: PersonId; readonly step: 'delivery' | 'return'; at: number }[]
  /** When its renter sent it back; null again when that is undone. */
  sentBackAt: number | null
  /** The next rental of a late item: since when, and of which one. Stays on one that was cancelled. */
  atRisk: { readonly since: number; readonly from: Rental } | null
  cancellation: Cancellation | null
  /** When its renter got goodwill because the one before was late. */
  goodwillAt: number | null
  swappedFor: Rental | null
  /** The nightly job removed its booked period. */
  periodRemoved: boolean
  /** Cancelled because the delivery failed or was never marked: an admin may reopen it. */
  mayReopen: boolean
  /** When both sides were asked whether it was delivered. */
  requestedAt: number | null
  /** Cents withheld from the deposit, when and by whom, and whether the rest was released. */
  withheld: number
  withheldAt: number
  withheldBy: PersonId | null
  isReleased: boolean
  /** From when nobody can appeal any more. */
  finalAt: number | null
  appeal: Appeal | null
  returnRequest: ReturnRequest | null
  readonly spent: { readonly lot: Lot; readonly amount: number; readonly at: number }[]
}

/** Of a renter, against what was withheld. */
export type Appeal = {
  readonly words: string
  readonly answerDueAt: number
  status: 'open' | 'answered' | 'upheld' | 'reduced' | 'overturned' | 'withdrawn'
  answer: string | null
  answeredBy: PersonId | null
  decidedBy: PersonId | null
  /** Cents that the renter gets back, and how many of them need a refund of their own. */
  returned: number
  refundCents: number
}

/** Of a renter who wants to send the item back right after its delivery. */
export type ReturnRequest = {
  readonly reason: 'does_not_fit' | 'not_as_described'
  readonly words: string
  readonly photos: number
  readonly requestedAt: number
  readonly answerDueAt: number
  status: 'open' | 'contested' | 'accepted' | 'refused' | 'withdrawn'
  answer: string | null
  answeredBy: PersonId | null
  decidedAt: number | null
  decidedBy: PersonId | null
  reasons: string | null
  /** Credits that its renter gets back once the item is returned. */
  creditsBack: number
}
