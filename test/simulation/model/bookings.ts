import type { ItemId, PersonId, WaitlistEntryId } from '#db/ids.ts'

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
  advanceBooking: boolean
  turnaroundDays: number
  paused: boolean
  /** Days on which its closet does not rent it out. */
  readonly blocked: Set<string>
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
  /** A job looks at it soon. */
  dueSince: number | null
}
