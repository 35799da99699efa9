import type { AppealStatus, Cancellation, ReturnRequestStatus } from '#db/enums.ts'

// A renter opens a case about a rental, its closet answers, and an admin decides: an appeal against
// a withheld deposit, or a request to return an item right after the delivery.

export type CaseKind = 'appeal' | 'return'

export type CaseStatus = AppealStatus | ReturnRequestStatus

/** What differs between the kinds; what a decision does is in `end-appeal` and `end-request`. */
export const CASES = {
  appeal: {
    /** Of its place on the page of the rental, and of its emails. */
    name: 'appeal',
    table: 'deposit_appeals',
    openedAt: 'filed_at',
    /** The closet has answered, so an admin decides. */
    toDecide: 'answered',
    decided: ['upheld', 'reduced', 'overturned', 'withdrawn'],
    job: 'tell-about-appeal',
  },
  return: {
    name: 'return-request',
    table: 'return_requests',
    openedAt: 'asked_at',
    toDecide: 'contested',
    decided: ['accepted', 'refused', 'withdrawn'],
    job: 'tell-about-return-request',
  },
} as const satisfies Record<CaseKind, unknown>

const RETURN_ACTIONS = {
  open: 'request-return',
  accept: 'accept-return',
  contest: 'contest-return',
  withdraw: 'withdraw-return',
  decide: 'decide-return',
} as const

const NO_SHOW_ACTIONS = {
  open: 'contest-no-show',
  accept: 'accept-no-show',
  contest: 'answer-no-show',
  withdraw: 'withdraw-no-show',
  decide: 'decide-no-show',
} as const satisfies Record<keyof typeof RETURN_ACTIONS, string>

/** What the audit log calls the steps of a return request, or of a contested no-show. */
export const actionsOf = ({ cancellation }: { readonly cancellation: Cancellation | null }) =>
  cancellation === 'no_show' ? NO_SHOW_ACTIONS : RETURN_ACTIONS

/** Cases to decide by admins, to answer by closets, and decided ones. */
export const caseParts = ['decide', 'answer', 'decided'] as const
export type CasePart = (typeof caseParts)[number]
