import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'

// What closets are owed, in cents: earnings that no transfer pays yet. It is read from totals of each
// day, which triggers follow (migrations 0171 and 0173), and from the earnings of a single day.

export type Owed = {
  /** In no transfer; below 0, the person owes it to the shop. */
  readonly cents: number
  /** A transfer of theirs is pending. */
  readonly isUnderWay: boolean
}

type OwnerId = RawBuilder<unknown> | PersonId

/** SQL: all that somebody is owed. */
export const centsOwedTo = (owner: OwnerId) =>
  sql<number>`(select coalesce(sum(amount), 0)::float8 from closet_total_amounts
    where owner_id = ${owner} and name = 'payable_cents')`

/** SQL: the part of it that was payable by then. */
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

/** SQL: what was earned after that and is not paid, without what was taken back. */
export const centsEarnedAfter = (owner: OwnerId, at: RawBuilder<Date>) =>
  sql<number>`(select coalesce(sum(amount), 0)::float8 from (
    select amount from closet_total_amounts
    where owner_id = ${owner} and name = 'earned_cents' and period > payable_day(${at})
    union all
    select amount_cents from earnings
    where owner_id = ${owner} and transfer_id is null and amount_cents > 0 and earned_at > ${at}
      and earned_at < payable_day(${at}) + interval '1 day'
  ) earned)`

/** SQL: whether somebody has unpaid earnings. */
export const hasUnpaidEarnings = (owner: OwnerId) =>
  sql<boolean>`(select coalesce(sum(amount), 0) > 0 from closet_total_amounts
    where owner_id = ${owner} and name = 'unpaid_earnings')`

/** What a person is owed, in either direction; null when nothing keeps them from leaving. */
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
