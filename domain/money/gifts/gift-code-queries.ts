import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { GiftCodeId, OrderId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newestPage } from '#domain/shared/lists/newest-page.ts'
import { decodeNewestFirst, type Page } from '#domain/shared/lists/page.ts'
import { giftState, MAX_RESENDS } from './gifts.ts'

/** A gift as its buyer sees it. */
export type BoughtGift = NonNullable<Awaited<ReturnType<typeof giftOfOrder>>>
export type GiftState = BoughtGift['state']

const MAX_SHOWN = 24

function boughtGifts(db: Db, buyer: Shopper, now: Date) {
  const state = giftState(now)
  return db
    .selectFrom('gift_codes')
    .select(['id', 'code', 'recipient_email as recipientEmail', 'credits_amount as credits'])
    .select(['created_at as boughtAt', 'claimed_at as claimedAt', 'expires_at as expiresAt'])
    .select(state.as('state'))
    .select(
      sql<boolean>`${state} = 'unclaimed' and times_mailed <= ${sql.lit(MAX_RESENDS)}`.as(
        'canResend',
      ),
    )
    .where('buyer_id', '=', buyer.id)
}

/** The gifts that someone has bought, newest first. */
export async function giftsBoughtBy(
  db: Db,
  buyer: Shopper,
  after: string | null,
  now: Date,
): Promise<Page<BoughtGift>> {
  return await newestPage(boughtGifts(db, buyer, now), {
    by: ['created_at', 'id'],
    keysOf: (gift) => [gift.boughtAt, gift.id],
    from: decodeNewestFirst<GiftCodeId>(after),
    size: MAX_SHOWN,
  })
}

/** The gift that an order paid for, for its buyer. */
export async function giftOfOrder(db: Db, buyer: Shopper, orderId: OrderId, now: Date) {
  const gift = await boughtGifts(db, buyer, now).where('order_id', '=', orderId).executeTakeFirst()
  return gift ?? null
}
