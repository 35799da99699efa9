import type { PersonId, TransferId } from '#db/ids.ts'
import type { Rental } from './state.ts'

// The earnings and payouts of closets. Times are milliseconds, money is cents.

export type AccountState = 'incomplete' | 'in_review' | 'ready' | 'restricted' | 'gone'

/** The stage of an account at the provider. */
export type Stage = 'new' | 'verified' | 'missing' | 'refused' | 'in review' | 'without a bank'

/** An account of a closet at the provider. */
export type ConnectedAccount = {
  /** The provider's id. */
  readonly id: string
  readonly owner: PersonId
  stage: Stage
  receivesTransfers: boolean
  /** Whether the bank returns payouts. */
  bankFails: boolean
  hasLeft: boolean
  /** When its balance goes to its bank next. */
  paysOutAt: number | null
  /** In chronological order. */
  readonly bankPayouts: BankPayout[]
}

export type BankPayout = {
  readonly account: ConnectedAccount
  readonly cents: number
  status: 'under way' | 'paid' | 'failed'
  /** In our records. */
  known: 'paid' | 'failed' | null
}

/** The account of a closet in our records. */
export type KnownAccount = {
  readonly account: ConnectedAccount
  state: AccountState
  updatedAt: number
}

export type Rate = {
  readonly cents: number
  readonly fromAt: number
  readonly announcedAt: number
}

export type Earning = {
  readonly owner: PersonId
  readonly kind: 'rental' | 'damage' | 'taken_back' | 'correction'
  readonly rental: Rental | null
  readonly cents: number
  readonly payableAt: number
  transfer: Transfer | null
  /** Whether a negative earning has undone it. */
  isTakenBack: boolean
}

export type Transfer = {
  /** Its id in the world. */
  id: TransferId | null
  readonly owner: PersonId
  readonly account: ConnectedAccount
  readonly cents: number
  readonly requestedAt: number
  status: 'pending' | 'made' | 'failed'
  tries: number
  lastTryAt: number | null
  /** When the provider made it, even if we do not know yet. */
  madeAt: number | null
  /** Whether it is the last transfer of a closet that leaves, of any amount. */
  readonly isFinal: boolean
  /** Cents reversed at the provider, and how many of them we know. */
  reversed: number
  knownReversed: number
}

/** A transfer made in the provider's dashboard, without one of ours. */
export type TransferByHand = {
  /** The provider's id. */
  readonly id: string
  readonly account: ConnectedAccount
  readonly cents: number
  readonly madeAt: number
  /** The state of the difference in our records; an explained one stays explained. */
  difference: 'unknown' | 'open' | 'over' | 'accepted'
}

/** A monthly payout run. */
export type Run = {
  readonly startedAt: number
  /** The last owner that it visited. */
  paidThrough: string
  isFinished: boolean
}

export type Payouts = {
  readonly rates: Rate[]
  readonly accounts: ConnectedAccount[]
  readonly known: Map<PersonId, KnownAccount>
  readonly earnings: Earning[]
  readonly transfers: Transfer[]
  readonly byHand: TransferByHand[]
  /** By its month, such as '2027-02'. */
  readonly runs: Map<string, Run>
  /** Cents paid out from the platform's balance to its own bank. */
  withdrawn: number
}

export function noPayouts(): Payouts {
  return {
    rates: [{ cents: 45, fromAt: 0, announcedAt: 0 }],
    accounts: [],
    known: new Map(),
    earnings: [],
    transfers: [],
    byHand: [],
    runs: new Map(),
    withdrawn: 0,
  }
}
