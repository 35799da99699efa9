import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { DepositId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'
import { MAX_DEPOSIT_ENTRIES } from './deposit-entries.ts'
import { pendingCents } from './deposit-row.ts'
import { findDeposit } from './deposits.ts'

/** The history of someone's deposits, for their own screen; cents. */
export type DepositLife = Awaited<ReturnType<typeof depositLife>>

/** A shopper's deposits, with the latest twenty entries of each kind. */
export async function depositLife(db: Db, shopper: Shopper) {
  const [deposit, withheld, refunds, topUps] = await Promise.all([
    findDeposit(db, shopper.id),
    withheldFrom(db, shopper),
    refundsTo(db, shopper),
    topUpsOf(db, shopper),
  ])
  const openRentals = deposit ? await countOpenRentals(db, deposit.id) : 0
  const mayBeCorrected = deposit !== null && (await hasOpenClaim(db, deposit.id))
  const pending = deposit ? await pendingCents(db, deposit.id) : 0
  const isFree = openRentals === 0 && !mayBeCorrected && pending === 0
  return {
    held: deposit && { ...deposit, leftCents: deposit.leftCents - pending, openRentals },
    withheld,
    refunds,
    topUps,
    mayRequest: deposit !== null && isFree && deposit.barred !== 'disputed',
  }
}

async function countOpenRentals(db: Db, depositId: DepositId): Promise<number> {
  const row = await db
    .selectFrom('rentals')
    .select(sql<number>`count(*)::integer`.as('rentals'))
    .where('deposit_id', '=', depositId)
    .where('status', 'in', sql<'pending'>`(${liveStatuses})`)
    .executeTakeFirstOrThrow()
  return row.rentals
}

/** Whether a withheld amount can still be corrected; while it can, the rest is not refunded. */
async function hasOpenClaim(db: Db, depositId: DepositId): Promise<boolean> {
  const row = await db
    .selectFrom('deposit_claims')
    .select('rental_id')
    .where('deposit_id', '=', depositId)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Amounts withheld by reviews, and how much of them an appeal has returned. */
async function withheldFrom(db: Db, shopper: Shopper) {
  return await db
    .selectFrom('deposits as d')
    .innerJoin('deposit_claims as c', 'c.deposit_id', 'd.id')
    .innerJoin('rentals as r', 'r.id', 'c.rental_id')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as p', 'p.id', 'r.owner_id')
    .select(['c.rental_id as rentalId', 'i.title', 'p.full_name as ownerName'])
    .select(['c.kept_cents as cents', 'c.returned_cents as returnedCents'])
    .select(['r.condition_notes as notes', 'c.decided_at as decidedAt'])
    .where('d.user_id', '=', shopper.id)
    .orderBy('c.decided_at', 'desc')
    .orderBy('c.rental_id', 'desc')
    .limit(MAX_DEPOSIT_ENTRIES)
    .execute()
}

async function topUpsOf(db: Db, shopper: Shopper) {
  return await db
    .selectFrom('deposits as d')
    .innerJoin('deposit_top_ups as t', 't.deposit_id', 'd.id')
    .select(['t.order_id as orderId', 't.amount_cents as cents', 't.paid_at as paidAt'])
    .where('d.user_id', '=', shopper.id)
    .orderBy('t.paid_at', 'desc')
    .orderBy('t.order_id', 'desc')
    .limit(MAX_DEPOSIT_ENTRIES)
    .execute()
}

/** Pending or made; a failed one that was retried is left out. */
async function refundsTo(db: Db, shopper: Shopper) {
  return await db
    .selectFrom('deposits as d')
    .innerJoin('refunds as f', 'f.deposit_id', 'd.id')
    .leftJoin('refunds as again', 'again.retry_of', 'f.id')
    .select(['f.id', 'f.amount_cents as cents', 'f.status', 'f.requested_at as requestedAt'])
    .select('f.finished_at as finishedAt')
    .where('d.user_id', '=', shopper.id)
    .where('again.id', 'is', null)
    .orderBy('f.requested_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(MAX_DEPOSIT_ENTRIES)
    .execute()
}
