import { sql } from 'kysely'
import { liveStatuses } from '#domain/shared/live-rentals.ts'

/** The deposit behind a rental, as both of its sides and admins read it; cents. */
export type SecuringDeposit = {
  readonly fullCents: number
  /** What is neither withheld, refunded, being refunded nor lost. */
  readonly leftCents: number
  /** How many rentals it secures now. */
  readonly rentals: number
}

/** SQL: cents that are left of the deposit `d` and not being refunded; null without one. */
export const depositLeft = sql<number | null>`(d.amount_cents - d.kept_cents - d.refunded_cents
  - d.lost_cents - (select coalesce(sum(f.amount_cents), 0)::integer from refunds f
    where f.deposit_id = d.id and f.status = 'pending'))`

/** SQL: how many live rentals the deposit `d` secures. */
export const rentalsSecured = sql<number>`(select count(*)::integer from rentals secured
  where secured.deposit_id = d.id and secured.status in (${liveStatuses}))`

/** The columns of a deposit `d`, which may be missing, for `securingDeposit`. */
export const securingColumns = [
  sql<number | null>`d.amount_cents - d.topped_up_cents`.as('deposit_full'),
  depositLeft.as('deposit_left'),
  rentalsSecured.as('deposit_rentals'),
] as const

export function securingDeposit(row: {
  readonly deposit_full: number | null
  readonly deposit_left: number | null
  readonly deposit_rentals: number
}): SecuringDeposit | null {
  if (row.deposit_full === null || row.deposit_left === null) return null
  return {
    fullCents: row.deposit_full,
    leftCents: row.deposit_left,
    rentals: row.deposit_rentals,
  }
}
