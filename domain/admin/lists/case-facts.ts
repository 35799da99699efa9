import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { morePhotoIds } from '#domain/catalogue/items/items.ts'
import { securingColumns, securingDeposit } from '#domain/money/deposits/deposits.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { imageAddress } from '#domain/shared/image-address.ts'

/** Earlier claims shown of each side. */
const SHOWN = 5
/** The latest rentals of a side that are searched for claims. */
const MAX_SEARCHED = 1000

/** What a decision about the case of a rental needs besides the case. Amounts are in cents. */
export type CaseFacts = NonNullable<Awaited<ReturnType<typeof caseFacts>>>
export type EarlierClaim = Awaited<ReturnType<typeof claimsIn>>[number]

/** Null without such a rental. */
export async function caseFacts(db: DbOrTx, _admin: Admin, rentalId: RentalId) {
  const [row, ofRenter, ofCloset] = await Promise.all([
    db
      .selectFrom('rentals as r')
      .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
      .leftJoin('deposits as d', 'd.id', 'r.deposit_id')
      .select(['r.renter_id as renterId', 'r.owner_id as ownerId', 'i.id as itemId'])
      .select(['i.image_url', 'i.replacement_value_cents as replacementValueCents'])
      .select([morePhotoIds.as('photo_ids'), ...securingColumns])
      .where('r.id', '=', rentalId)
      .executeTakeFirst(),
    claimsIn(db, rentalId, 'renter_id'),
    claimsIn(db, rentalId, 'owner_id'),
  ])
  if (!row) return null
  const { renterId, ownerId, itemId, replacementValueCents } = row
  return {
    ...{ renterId, ownerId, itemId, replacementValueCents },
    photoUrls: [...(row.image_url ? [row.image_url] : []), ...row.photo_ids.map(imageAddress)],
    deposit: securingDeposit(row),
    earlier: { ofRenter, ofCloset },
  }
}

/** The latest amounts withheld for other rentals of the same side, and how appeals ended. */
async function claimsIn(db: DbOrTx, rentalId: RentalId, side: 'renter_id' | 'owner_id') {
  const theirs = db
    .selectFrom('rentals as o')
    .select(['o.id', 'o.item_id', 'o.condition_notes'])
    .where(`o.${side}`, '=', ({ selectFrom }) =>
      selectFrom('rentals').select(side).where('rentals.id', '=', rentalId),
    )
    .where('o.id', '<>', rentalId)
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(MAX_SEARCHED)
  return await db
    .selectFrom(theirs.as('r'))
    // The claim of each of them: otherwise all claims may be read, the latest ones first.
    .crossJoinLateral((lateral) =>
      lateral
        .selectFrom('deposit_claims')
        .select(['rental_id', 'kept_cents', 'decided_at'])
        .whereRef('rental_id', '=', 'r.id')
        .offset(sql.lit(0))
        .as('c'),
    )
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .leftJoin('deposit_appeals as a', 'a.rental_id', 'c.rental_id')
    .select(['c.rental_id as rentalId', 'i.title', 'c.kept_cents as withheldCents'])
    .select(['c.decided_at as at', 'r.condition_notes as notes'])
    .select(['a.returned_cents as returnedCents', 'a.status as appeal'])
    .orderBy('c.decided_at', 'desc')
    .orderBy('c.rental_id')
    .limit(SHOWN)
    .execute()
}
