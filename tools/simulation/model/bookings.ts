import type { HolidayId, ItemId, PersonId, RentalId, WaitlistEntryId } from '#db/ids.ts'
import type { Handover, Ways, Where } from './handovers.ts'
import type { Deposit, Lot } from './state.ts'

export type Cancellation =
  | 'by_shopper'
  | 'by_owner'
  | 'delivery_failed'
  | 'never_delivered'
  | 'never_answered'
  | 'previous_rental_late'
  | 'swapped'
  | 'no_show'

export type Item = {
  readonly id: ItemId
  readonly lister: PersonId
  readonly ways: Ways
  /** Whether its lister is paid; false for an admin. */
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
  /** Whether it can be sent back because it does not fit. */
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
  /** The end of an open offer, and the last day that it holds, with the turnaround at that time. */
  offer: { readonly endsAt: number; readonly until: string } | null
  hadOffer: boolean
  /** Since when a job has to look at it. */
  dueSince: number | null
}

export type Rental = {
  readonly id: RentalId
  readonly renter: PersonId
  readonly item: Item
  readonly deposit: Deposit
  /** What the deposit held when it was rented. */
  readonly depositCents: number
  /** Where its renter wants it, and how it gets there. */
  readonly where: Where
  readonly handover: Handover | null
  /** Moves with other dates. */
  start: string
  readonly createdAt: number
  /** Moves when the rental is extended, or with other dates. */
  end: string
  /** The dates that its renter would like instead, what they cost more, and until when to answer. */
  proposed: Proposed | null
  /** 'out' is delivered, 'back' is returned but not reviewed yet. */
  state: 'pending' | 'confirmed' | 'out' | 'late' | 'back' | 'completed' | 'cancelled'
  /** Completed, but its item never came back. */
  isLost: boolean
  returnedAt: number
  /** When its item was reviewed; null again when that is undone. */
  completedAt: number | null
  /** The day of its return; null again when that is undone. */
  returnedOn: string | null
  /** The lending of the item when it was rented. */
  readonly exclusive: boolean
  /** The payout rate of the rental. */
  readonly centsPerCredit: number
  /** Until when its closet can answer the request. */
  answerBy: number
  readonly turnaroundDays: number
  /** Whether the item allowed fit returns when it was rented. */
  readonly fitReturns: boolean
  wasLate: boolean
  /** When its delivery was recorded; null again when that is undone. */
  deliveredAt: number | null
  /** Whether the renter, not the closet, confirmed the delivery. */
  deliveredByRenter: boolean
  /** Condition reports. */
  readonly reports: { readonly by: PersonId; readonly step: 'delivery' | 'return'; at: number }[]
  /** When its renter sent it back; null again when that is undone. */
  sentBackAt: number | null
  /** Since when it is at risk, and because of which rental. Stays when it is cancelled. */
  atRisk: { readonly since: number; readonly from: Rental } | null
  cancellation: Cancellation | null
  /** When its renter got goodwill because the previous rental was late. */
  goodwillAt: number | null
  swappedFor: Rental | null
  /** Whether the nightly job has removed its booked period. */
  periodRemoved: boolean
  /** Cancelled because the delivery failed or was never marked: an admin may reopen it. */
  mayReopen: boolean
  /** When its closet said that the renter did not come; null again when that is undone. */
  noShowAt: number | null
  /** When both sides were asked whether it was delivered. */
  requestedAt: number | null
  /** Cents withheld from the deposit, when and by whom, and whether the claim is released. */
  withheld: number
  withheldAt: number
  withheldBy: PersonId | null
  isReleased: boolean
  /** From when the claim is final. */
  finalAt: number | null
  appeal: Appeal | null
  returnRequest: ReturnRequest | null
  /** With the milliseconds that their lot had left. */
  readonly spent: { readonly lot: Lot; readonly amount: number; readonly timeLeft: number }[]
}

export type Proposed = {
  readonly start: string
  readonly end: string
  readonly credits: number
  readonly answerBy: number
}

/** A renter's appeal against the withheld amount. */
export type Appeal = {
  readonly words: string
  readonly answerDueAt: number
  status: 'open' | 'answered' | 'upheld' | 'reduced' | 'overturned' | 'withdrawn'
  answer: string | null
  answeredBy: PersonId | null
  decidedBy: PersonId | null
  /** Cents returned to the renter, and how many of them need a separate refund. */
  returned: number
  refundCents: number
}

/** A renter's request to send the item back right after its delivery, or that they did come. */
export type ReturnRequest = {
  readonly reason: 'does_not_fit' | 'not_as_described' | 'no_show'
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
  /** Credits restored to the renter once the item is returned. */
  creditsBack: number
}
