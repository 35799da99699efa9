import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { RefundStatus } from '#db/enums.ts'
import type { DepositId, OrderId, RefundId, RentalId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'
import { findDeposit, type LiveDeposit } from './deposits.ts'

/** The history of someone's deposits, for their own screen; cents. */
export type DepositLife = {
  /** The one that secures rentals; null when there is none. */
  readonly held: (LiveDeposit & { readonly openRentals: number }) | null
  /** Amounts withheld by reviews, newest first. */
  readonly withheld: readonly WithheldMoney[]
  /** Refunds pending or made, newest first; a failed one that was retried is left out. */
  readonly refunds: readonly DepositRefund[]
  /** Top-ups, newest first. */
  readonly topUps: readonly TopUp[]
  /** Whether a refund can be requested now. */
  readonly mayRequest: boolean
}

export type WithheldMoney = {
  readonly rentalId: RentalId
  readonly title: string
  readonly ownerName: string
  readonly cents: number
  /** How much of it an appeal has returned. */
  readonly returnedCents: number
  readonly notes: string | null
  readonly decidedAt: Date
}

export type DepositRefund = {
  readonly id: RefundId
  readonly cents: number
  readonly status: RefundStatus
  readonly requestedAt: Date
  readonly finishedAt: Date | null
}

type TopUp = {
  readonly orderId: OrderId
  readonly cents: number
  readonly paidAt: Date
}

const SHOWN = 20

/** A shopper's deposits, with the latest twenty entries of each kind. */
export async function depositLife(db: Db, shopper: Shopper): Promise<DepositLife> {
  const [deposit, withheld, refunds, topUps] = await Promise.all([
    findDeposit(db, shopper.id),
    withheldFrom(db, shopper),
    refundsTo(db, shopper),
    topUpsOf(db, shopper),
  ])
  const openRentals = deposit ? await countOpenRentals(db, deposit.id) : 0
  const mayBeCorrected = deposit !== null && (await hasOpenClaim(db, deposit.id))
  const isUnderWay = deposit !== null && (await hasPendingRefund(db, deposit.id))
  const isFree = openRentals === 0 && !mayBeCorrected && !isUnderWay
  return {
    held: deposit && { ...deposit, openRentals },
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

/** Refunds are made one at a time. */
async function hasPendingRefund(db: Db, depositId: DepositId): Promise<boolean> {
  const row = await db
    .selectFrom('refunds')
    .select('id')
    .where('deposit_id', '=', depositId)
    .where('status', '=', sql.lit('pending' as const))
    .executeTakeFirst()
  return row !== undefined
}

async function withheldFrom(db: Db, shopper: Shopper): Promise<WithheldMoney[]> {
  const rows = await db
    .selectFrom('deposits as d')
    .innerJoin('deposit_claims as c', 'c.deposit_id', 'd.id')
    .innerJoin('rentals as r', 'r.id', 'c.rental_id')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as p', 'p.id', 'r.owner_id')
    .select(['c.rental_id', 'i.title', 'p.full_name', 'c.kept_cents', 'r.condition_notes'])
    .select(['c.decided_at', 'c.returned_cents'])
    .where('d.user_id', '=', shopper.id)
    .orderBy('c.decided_at', 'desc')
    .orderBy('c.rental_id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({
    rentalId: row.rental_id,
    title: row.title,
    ownerName: row.full_name,
    cents: row.kept_cents,
    returnedCents: row.returned_cents,
    notes: row.condition_notes,
    decidedAt: row.decided_at,
  }))
}

async function topUpsOf(db: Db, shopper: Shopper): Promise<TopUp[]> {
  return await db
    .selectFrom('deposits as d')
    .innerJoin('deposit_top_ups as t', 't.deposit_id', 'd.id')
    .select(['t.order_id as orderId', 't.amount_cents as cents', 't.paid_at as paidAt'])
    .where('d.user_id', '=', shopper.id)
    .orderBy('t.paid_at', 'desc')
    .orderBy('t.order_id', 'desc')
    .limit(SHOWN)
    .execute()
}

async function refundsTo(db: Db, shopper: Shopper): Promise<DepositRefund[]> {
  const rows = await db
    .selectFrom('deposits as d')
    .innerJoin('refunds as f', 'f.deposit_id', 'd.id')
    .leftJoin('refunds as again', 'again.retry_of', 'f.id')
    .select(['f.id', 'f.amount_cents', 'f.status', 'f.requested_at', 'f.finished_at'])
    .where('d.user_id', '=', shopper.id)
    .where('again.id', 'is', null)
    .orderBy('f.requested_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    cents: row.amount_cents,
    status: row.status,
    requestedAt: row.requested_at,
    finishedAt: row.finished_at,
  }))
}
