import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'

/** How many items a closet should start with. */
export const START_ITEMS = 5

/** What a new closet has done so far; nothing about it is stored (spec 11.7). */
export type StartSteps = {
  /** Stripe can pay it, or is still checking its details. */
  readonly payouts: boolean
  /** Where it is, how far it delivers, and its phone number. */
  readonly area: boolean
  readonly notice: boolean
  /** Neither drafts nor denied; counted up to `START_ITEMS`. */
  readonly items: number
  /** It has a photo or a text. */
  readonly page: boolean
}

export async function startSteps(db: DbOrTx, owner: ClosetOwner): Promise<StartSteps> {
  const first = db
    .selectFrom('clothing_items')
    .select('id')
    .where('business_id', '=', owner.id)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(approval_status = 'approved'
        or (approval_status = 'pending' and image_id is not null))`,
    )
    .limit(START_ITEMS)
  return await db
    .selectFrom('user_profiles as p')
    .select([
      sql<boolean>`exists (select from payout_accounts
        where owner_id = p.id and state in ('ready', 'in_review'))`.as('payouts'),
      sql<boolean>`(num_nulls(p.phone, p.city, p.state) = 0
        and (not p.delivers or p.driving_distance is not null))`.as('area'),
      sql<boolean>`(p.notice_chosen or p.notice_days > 0)`.as('notice'),
      sql<number>`(select count(*)::int from (${first}) i)`.as('items'),
      sql<boolean>`exists (select from closet_pages
        where closet_id = p.id and (about is not null or image_id is not null))`.as('page'),
    ])
    .where('p.id', '=', owner.id)
    .executeTakeFirstOrThrow()
}
