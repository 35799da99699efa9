import type { Db } from '#db/connection.ts'
import type { GiftCodeId, OrderId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { decodeNewestFirst, newestFirstKeys, type Page, toPage } from '#domain/shared/lists/page.ts'
import { MAX_RESENDS } from './gifts.ts'

export type GiftState = 'unclaimed' | 'claimed' | 'expired' | 'on-hold' | 'revoked'

/** A gift as its buyer sees it. */
export type BoughtGift = {
  readonly id: GiftCodeId
  readonly code: string
  readonly recipientEmail: string
  readonly credits: number
  readonly state: GiftState
  readonly boughtAt: Date
  readonly claimedAt: Date | null
  readonly expiresAt: Date
  readonly canResend: boolean
}

const MAX_SHOWN = 24

type Row = {
  readonly id: GiftCodeId
  readonly code: string
  readonly recipient_email: string
  readonly credits_amount: number
  readonly claimed: boolean
  readonly claimed_at: Date | null
  readonly expires_at: Date
  readonly frozen_at: Date | null
  readonly revoked_at: Date | null
  readonly times_mailed: number
  readonly created_at: Date
}

const COLUMNS = [
  'id',
  'code',
  'recipient_email',
  'credits_amount',
  'claimed',
  'claimed_at',
  'expires_at',
  'frozen_at',
  'revoked_at',
  'times_mailed',
  'created_at',
] as const

/** The gifts that someone has bought, newest first. */
export async function giftsBoughtBy(
  db: Db,
  buyer: Shopper,
  after: string | null,
  now: Date,
): Promise<Page<BoughtGift>> {
  const from = decodeNewestFirst<GiftCodeId>(after)
  let query = db
    .selectFrom('gift_codes')
    .select(COLUMNS)
    .where('buyer_id', '=', buyer.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN + 1)
  if (from)
    query = query.where((where) =>
      where(where.refTuple('created_at', 'id'), '<', where.tuple(from.at, from.id)),
    )
  const { rows, next } = toPage(await query.execute(), newestFirstKeys, MAX_SHOWN)
  return { rows: rows.map((row) => toGift(row, now)), next }
}

/** The gift that an order paid for, for its buyer. */
export async function giftOfOrder(
  db: Db,
  buyer: Shopper,
  orderId: OrderId,
  now: Date,
): Promise<BoughtGift | null> {
  const row = await db
    .selectFrom('gift_codes')
    .select(COLUMNS)
    .where('order_id', '=', orderId)
    .where('buyer_id', '=', buyer.id)
    .executeTakeFirst()
  return row ? toGift(row, now) : null
}

function toGift(row: Row, now: Date): BoughtGift {
  const state = stateOf(row, now)
  return {
    id: row.id,
    code: row.code,
    recipientEmail: row.recipient_email,
    credits: row.credits_amount,
    state,
    boughtAt: row.created_at,
    claimedAt: row.claimed_at,
    expiresAt: row.expires_at,
    canResend: state === 'unclaimed' && row.times_mailed <= MAX_RESENDS,
  }
}

function stateOf(row: Row, now: Date): GiftState {
  if (row.claimed) return 'claimed'
  if (row.revoked_at) return 'revoked'
  if (row.expires_at <= now) return 'expired'
  return row.frozen_at ? 'on-hold' : 'unclaimed'
}
