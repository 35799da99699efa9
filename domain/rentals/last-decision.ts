import type { Read } from '#db/connection.ts'
import type { LockedRental } from './rental-locks.ts'

/** What was last decided about a rental, for whoever comes too late to decide it otherwise. */
export type Decision = {
  readonly what:
    | 'accepted'
    | 'cancelled'
    | 'delivery-failed'
    | 'never-delivered'
    | 'never-answered'
    | 'delivered'
    | 'late'
    | 'returned'
    | 'approved'
    | 'deposit-kept'
  /** Full name; null when the house did it by itself. */
  readonly by: string | null
  readonly at: Date
  /** Cents kept of the deposit. */
  readonly keptCents: number
}

export type Decided = Omit<Decision, 'by'> & { readonly byId: string | null }

/** The latest of the steps whose time and actor a rental keeps; null while it only waits. */
export function lastDecided(rental: LockedRental): Decided | null {
  const keptCents = rental.deposit_kept_amount
  const step = (what: Decision['what'], at: Date | null, byId: string | null) =>
    at ? { what, at, byId, keptCents } : null
  return (
    step(
      rental.condition_status === 'deposit_kept' ? 'deposit-kept' : 'approved',
      rental.condition_reviewed_at,
      rental.condition_reviewed_by,
    ) ??
    step('returned', rental.returned_at, rental.returned_by) ??
    step('late', rental.late_at, rental.late_by) ??
    step('delivered', rental.delivered_at, rental.delivered_by) ??
    step(endedAs(rental), rental.cancelled_at, rental.cancelled_by) ??
    step('accepted', rental.confirmed_at, rental.confirmed_by)
  )
}

function endedAs({ cancellation }: LockedRental): Decision['what'] {
  if (cancellation === 'delivery_failed') return 'delivery-failed'
  if (cancellation === 'never_answered') return 'never-answered'
  return cancellation === 'never_delivered' ? 'never-delivered' : 'cancelled'
}

/** The same with the name of whoever decided. */
export async function nameDecision(read: Read, { byId, ...decided }: Decided): Promise<Decision> {
  if (byId === null) return { ...decided, by: null }
  const person = await read
    .selectFrom('user_profiles')
    .select('full_name')
    .where('id', '=', byId)
    .executeTakeFirst()
  return { ...decided, by: person?.full_name ?? null }
}
