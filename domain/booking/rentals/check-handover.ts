import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ChosenHandover } from '#db/enums.ts'
import type { ItemId } from '#db/ids.ts'
import {
  chooseHandover,
  type HandoverProblem,
  handoverOffer,
} from '#domain/booking/rentals/stage/chosen-handover.ts'
import { placeOfRenter, readReach } from '#domain/catalogue/reach/reach.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { done, type Outcome } from '#domain/shared/outcome.ts'

/**
 * Whether the item gets to the shopper as chosen, as far as their profile says where that is. For
 * steps before renting, such as paying the deposit: nothing is locked, and renting checks again.
 */
export async function checkHandover(
  db: DbOrTx,
  shopper: Shopper,
  wanted: { readonly itemId: ItemId; readonly handover: ChosenHandover | null },
): Promise<Outcome<ChosenHandover | null, HandoverProblem>> {
  const row = await db
    .selectFrom('clothing_items as i')
    .innerJoin('user_profiles as p', 'p.id', 'i.business_id')
    .innerJoin('user_profiles as s', (join) => join.on('s.id', '=', shopper.id))
    .select([sql<string>`lister_reach(p)`.as('reach'), 's.zip', 's.delivery_address as stored'])
    .where('i.id', '=', wanted.itemId)
    .executeTakeFirst()
  if (!row) return done(null)
  // As in the form, which begins with the address of the profile.
  const place = placeOfRenter({ typed: row.stored, zip: row.zip, stored: null })
  return chooseHandover(handoverOffer(readReach(row.reach), place), wanted.handover)
}
