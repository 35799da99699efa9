import { appContext, type Context, shopperIn, todayIn, viewerIn } from '#app/request/contexts.ts'
import { distanceTo } from '#app/request/place/distances.ts'
import { readShared } from '#app/request/read-shared.ts'
import type { SharedLists } from '#app/request/shared-lists.ts'
import { hereIn } from '#app/request/shopper-place.ts'
import type { ItemId } from '#db/ids.ts'
import type { DateRange } from '#domain/booking/calendar/calendar.ts'
import { findItemForShopper, type ItemViewer } from '#domain/booking/rentals/lists/item-viewer.ts'
import { findItem, type ItemPage } from '#domain/catalogue/items/item-queries.ts'
import { relatedItems, type SimilarFor } from '#domain/catalogue/items/related-items.ts'
import { ownLikes, withLiked, withLikes } from '#domain/catalogue/likes/like-queries.ts'
import { reachesOf } from '#domain/catalogue/reach/item-reach.ts'
import { waysTo } from '#domain/catalogue/reach/reach.ts'
import type { Shopper } from '#domain/shared/actors.ts'

type Related = Awaited<ReturnType<SharedLists['related']['get']>>

type FoundItem = {
  readonly item: ItemPage
  /** Null for visitors and admins. */
  readonly renter: ItemViewer | null
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
    return item && { item, renter: null, likedAmong: null }
  }
  const likedAmong = hasJustSent ? null : await sharedLists.related.peek(id)
  const found = await findItemForShopper(db, shopper, { id, today, cards: likedAmong?.cards ?? [] })
  return found && { item: found.item, renter: found.viewer, likedAmong }
}

/**
 * Cards of the closet's other items and of similar items, with the viewer's likes. The similar ones
 * are free on `dates` and can reach the viewer's place, where these are known.
 */
export async function readRelated(
  context: Context,
  { item, renter, likedAmong }: FoundItem,
  dates: DateRange | null,
) {
  const here = hereIn(context)
  const wanted = { dates, today: todayIn(context), here: here?.point ?? null }
  const personId = viewerIn(context).person?.id ?? null
  const shopper = shopperIn(context)
  if (dates || here)
    return split(await relatedCards(context, item, { ...wanted, personId }, shopper))
  const related = await readShared(
    context,
    (lists) => lists.related,
    item.id,
    () => relatedCards(context, item, { ...wanted, personId: null }, null),
  )
  const { cards, ofCloset } = related
  const { db } = context.get(appContext)
  const withOwn =
    renter && related === likedAmong ? withLiked(renter.liked) : await ownLikes(db, shopper, cards)
  return split({ cards: cards.map(withOwn), ofCloset })
}

function split({ cards, ofCloset }: Related) {
  return { fromCloset: cards.slice(0, ofCloset), similar: cards.slice(ofCloset) }
}

/** Where the item and the cards are, seen from a viewer who has said where they are. */
export async function readReach<Card extends { readonly id: string }>(
  context: Context,
  { item }: FoundItem,
  cards: { readonly fromCloset: readonly Card[]; readonly similar: readonly Card[] },
) {
  const here = hereIn(context)
  if (!here) return { ...cards, reach: null }
  const { db } = context.get(appContext)
  const reaches = await reachesOf(db, [item, ...cards.fromCloset, ...cards.similar])
  const distanceOf = (id: string) => {
    const reach = reaches.get(id)
    return (reach && distanceTo(reach, here)) ?? undefined
  }
  const withDistance = (card: Card) => ({ ...card, distance: distanceOf(card.id) })
  const own = reaches.get(item.id)
  return {
    fromCloset: cards.fromCloset.map(withDistance),
    similar: cards.similar.map(withDistance),
    reach: {
      zip: here.zip,
      distance: distanceOf(item.id) ?? null,
      ways: own ? waysTo(own, here.point) : [],
    },
  }
}

/** Cards of the closet's other items come first; with the likes of this shopper. */
async function relatedCards(
  context: Context,
  { id, lister }: ItemPage,
  wanted: SimilarFor,
  shopper: Shopper | null,
): Promise<Related> {
  const { db } = context.get(appContext)
  const { fromCloset, similar } = await relatedItems(db, { id, closetId: lister.id }, wanted)
  const cards = await withLikes(db, shopper, [...fromCloset, ...similar])
  return { cards, ofCloset: fromCloset.length }
}
