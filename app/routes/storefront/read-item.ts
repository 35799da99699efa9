import { appContext, type Context, shopperIn, todayIn, viewerIn } from '#app/request/contexts.ts'
import { distanceTo } from '#app/request/place/distances.ts'
import { readShared } from '#app/request/read-shared.ts'
import type { SharedLists } from '#app/request/shared-lists.ts'
import { hereIn, type ShopperPlace } from '#app/request/shopper-place.ts'
import type { ItemId } from '#db/ids.ts'
import { readSizeProfile, type SizeProfile } from '#domain/accounts/sizes/sizes.ts'
import type { DateRange } from '#domain/booking/calendar/calendar.ts'
import { findItemForShopper, type ItemViewer } from '#domain/booking/rentals/lists/item-viewer.ts'
import { findItem, type ItemPage } from '#domain/catalogue/items/item-queries.ts'
import { relatedItems } from '#domain/catalogue/items/related-items.ts'
import { ownLikes, withLiked } from '#domain/catalogue/likes/like-queries.ts'
import { readReach, waysTo } from '#domain/catalogue/reach/reach.ts'

type Related = Awaited<ReturnType<SharedLists['related']['get']>>

type FoundItem = {
  readonly item: ItemPage
  /** Null for visitors and admins. */
  readonly renter: ItemViewer | null
  readonly sizes: SizeProfile | null
  /** The cards of which `renter.liked` are those that the shopper likes; null for none. */
  readonly likedAmong: Related | null
}

/**
 * The item as the viewer's page shows it; null when they may not see it. The same statement reads a
 * shopper's own data, including their likes of the related cards if these are shared just now.
 */
export async function readItem(context: Context, id: ItemId): Promise<FoundItem | null> {
  const { db, sharedLists } = context.get(appContext)
  const { person, hasJustSent } = viewerIn(context)
  const [shopper, today] = [shopperIn(context), todayIn(context)]
  if (!shopper) {
    const item = await findItem(db, person, id, today)
    const sizes = person && (await readSizeProfile(db, person))
    return item && { item, renter: null, sizes, likedAmong: null }
  }
  const likedAmong = hasJustSent ? null : await sharedLists.related.peek(id)
  const found = await findItemForShopper(db, shopper, { id, today, cards: likedAmong?.cards ?? [] })
  if (!found) return null
  const { item, viewer } = found
  return { item, renter: viewer, sizes: viewer.sizes, likedAmong }
}

/**
 * Cards of the closet's other items and of similar items, with the viewer's likes. The similar ones
 * are free on `dates` and can reach the viewer's place, where these are known. `reach` is where the
 * item is, seen from a viewer who has said where they are.
 */
export async function readRelated(
  context: Context,
  { item, renter, sizes, likedAmong }: FoundItem,
  dates: DateRange | null,
) {
  const { db } = context.get(appContext)
  const here = hereIn(context)
  const shopper = shopperIn(context)
  const { person } = viewerIn(context)
  const ofItem = { id: item.id, closetId: item.lister.id }
  const wanted = { dates, today: todayIn(context), here: here?.point ?? null }
  if (dates || here) {
    const viewer = person && { id: person.id, sizes }
    const found = await relatedItems(db, ofItem, { ...wanted, viewer })
    const seen = (card: (typeof found.similar)[number]) => ({
      ...card,
      liked: shopper && card.liked,
      ...(here && { distance: distanceTo(found.reaches[card.id], here) ?? undefined }),
    })
    return {
      fromCloset: found.fromCloset.map(seen),
      similar: found.similar.map(seen),
      reach: here && reachFrom(here, item),
    }
  }
  const related = await readShared(
    context,
    (lists) => lists.related,
    item.id,
    async () => {
      const { fromCloset, similar } = await relatedItems(db, ofItem, { ...wanted, viewer: null })
      return { cards: [...fromCloset, ...similar], ofCloset: fromCloset.length }
    },
  )
  const { cards, ofCloset } = related
  const withOwn =
    renter && related === likedAmong ? withLiked(renter.liked) : await ownLikes(db, shopper, cards)
  const own = cards.map(withOwn)
  return { fromCloset: own.slice(0, ofCloset), similar: own.slice(ofCloset), reach: null }
}

function reachFrom(here: ShopperPlace, item: ItemPage) {
  return {
    zip: here.zip,
    distance: distanceTo(item.reach, here),
    ways: waysTo(readReach(item.reach), here.point),
  }
}
