import type { RouterContextProvider } from 'react-router'
import { appContext, shopperIn } from '#app/http/contexts.ts'
import { readShared } from '#app/http/read-shared.ts'
import { relatedItems } from '#domain/items/related-items.ts'
import { withLikes } from '#domain/likes/like-queries.ts'
import { readItemViewer } from '#domain/rentals/item-viewer.ts'

/**
 * What the item page needs of the database besides the item: cards of what else its closet has and
 * of what is similar, with the viewer's likes, and what the rental form of a shopper starts with.
 */
export async function relatedAndRenter(
  context: Readonly<RouterContextProvider>,
  item: Parameters<typeof relatedItems>[1],
) {
  const shopper = shopperIn(context)
  const { cards, ofCloset } = await relatedCards(context, item)
  const renter = shopper && (await readItemViewer(context.get(appContext).db, shopper, cards))
  const own = cards.map((card) => ({ ...card, liked: renter?.liked.has(card.id) ?? null }))
  return {
    renter,
    related: { fromCloset: own.slice(0, ofCloset), similar: own.slice(ofCloset) },
  }
}

/** Cards of what else the item's closet has, which come first, and of what is similar. */
async function relatedCards(
  context: Readonly<RouterContextProvider>,
  item: Parameters<typeof relatedItems>[1],
) {
  const { db } = context.get(appContext)
  const key = Object.values(item).join(' ')
  return await readShared(
    context,
    (lists) => lists.related,
    key,
    async () => {
      const { fromCloset, similar } = await relatedItems(db, item)
      const cards = await withLikes(db, null, [...fromCloset, ...similar])
      return { cards, ofCloset: fromCloset.length }
    },
  )
}
