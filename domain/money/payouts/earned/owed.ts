import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'

// What closets are owed, in cents: earnings that no transfer pays yet. Read from daily totals,
// which triggers maintain (db/schema/8-admin.sql), and from the earnings of a single day.

export type Owed = {
  /** Not in any transfer; below 0, the person owes the shop. */
  readonly cents: number
  /** A transfer to them is pending. */
  readonly isUnderWay: boolean
}

type OwnerId = RawBuilder<unknown> | PersonId

/** SQL: all that an owner is owed. */
export const centsOwedTo = (owner: OwnerId) =>
  sql<number>`(select coalesce(sum(amount), 0)::float8 from closet_total_amounts
    where owner_id = ${owner} and name = 'payable_cents')`

/** SQL: the part of it that was payable by this time. */
export const centsPayableTo = (owner: OwnerId, by: Date) => {
  const day = sql`payable_day(${by}::timestamptz)`
  return sql<number>`(select coalesce(sum(amount), 0)::float8 from (
    select amount from closet_total_amounts
    where owner_id = ${owner} and name = 'payable_cents' and period < ${day}
    union all
    select amount_cents from earnings
    where owner_id = ${owner} and transfer_id is null and payable_at >= ${day} and payable_at <= ${by}
  ) payable)`
}

/** SQL: unpaid earnings after this time, without deductions. */
export const centsEarnedAfter = (owner: OwnerId, at: RawBuilder<Date>) =>
  sql<number>`(select coalesce(sum(amount), 0)::float8 from (
    select amount from closet_total_amounts
    where owner_id = ${owner} and name = 'earned_cents' and period > payable_day(${at})
    union all
    select amount_cents from earnings
    where owner_id = ${owner} and transfer_id is null and amount_cents > 0 and earned_at > ${at}
      and earned_at < payable_day(${at}) + interval '1 day'
  ) earned)`

/** SQL: whether an owner has unpaid earnings. */
export const hasUnpaidEarnings = (owner: OwnerId) =>
  sql<boolean>`(select coalesce(sum(amount), 0) > 0 from closet_total_amounts
    where owner_id = ${owner} and name = 'unpaid_earnings')`

/** What a person is owed, or owes; null when nothing is owed or pending, so that they can leave. */
export async function owedTo(read: DbOrTx | Tx, ownerId: PersonId): Promise<Owed | null> {
  const owed = await read
    .selectNoFrom([
      centsOwedTo(ownerId).as('cents'),
      sql<boolean>`exists (select from transfers
        where owner_id = ${ownerId} and status = 'pending')`.as('isUnderWay'),
    ])
    .executeTakeFirstOrThrow()
  return owed.cents !== 0 || owed.isUnderWay ? owed : null
}
