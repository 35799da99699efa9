import type { DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { LockedRental } from './rental-locks.ts'

/** The latest decision about a rental, shown to someone whose decision comes too late. */
export type Decision = {
  readonly what:
    | 'accept'
    | 'cancel'
    | 'fail-delivery'
    | 'mark-no-show'
    | 'cancel-undelivered'
    | 'expire-request'
    | 'previous-late'
    | 'deliver'
    | 'mark-late'
    | 'mark-lost'
    | 'record-return'
    | 'approve-condition'
    | 'keep-deposit'
  /** Full name; null when it was automatic. */
  readonly by: string | null
  readonly at: Date
  /** Cents withheld from the deposit. */
  readonly withheldCents: number
}

export type Decided = Omit<Decision, 'by'> & { readonly byId: PersonId | null }

/** The latest of the steps whose time and actor are stored; null when none has been taken yet. */
export function lastDecided(rental: LockedRental): Decided | null {
  const withheldCents = rental.deposit_kept_amount
  const step = (what: Decision['what'], at: Date | null, byId: PersonId | null) =>
    at ? { what, at, byId, withheldCents } : null
  return (
    step(reviewedAs(rental), rental.condition_reviewed_at, rental.condition_reviewed_by) ??
    step('record-return', rental.returned_at, rental.returned_by) ??
    step('mark-late', rental.late_at, rental.late_by) ??
    step('deliver', rental.delivered_at, rental.delivered_by) ??
    step(endedAs(rental), rental.cancelled_at, rental.cancelled_by) ??
    step('accept', rental.confirmed_at, rental.confirmed_by)
  )
}

function reviewedAs({ condition_status, return_status }: LockedRental): Decision['what'] {
  if (return_status === 'late') return 'mark-lost'
  return condition_status === 'deposit_kept' ? 'keep-deposit' : 'approve-condition'
}

function endedAs({ cancellation }: LockedRental): Decision['what'] {
  if (cancellation === 'delivery_failed') return 'fail-delivery'
  if (cancellation === 'no_show') return 'mark-no-show'
  if (cancellation === 'never_answered') return 'expire-request'
  if (cancellation === 'previous_rental_late') return 'previous-late'
  return cancellation === 'never_delivered' ? 'cancel-undelivered' : 'cancel'
}

/** The same, with the name of the person who decided. */
export async function nameDecision(read: DbOrTx, { byId, ...decided }: Decided): Promise<Decision> {
  if (byId === null) return { ...decided, by: null }
  const person = await read
    .selectFrom('user_profiles')
    .select('full_name')
    .where('id', '=', byId)
    .executeTakeFirst()
  return { ...decided, by: person?.full_name ?? null }
}
