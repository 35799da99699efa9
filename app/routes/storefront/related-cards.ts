import type { RouterContextProvider } from 'react-router'
import { appContext, shopperIn } from '#app/http/contexts.ts'
import { readShared } from '#app/http/read-shared.ts'
import { relatedItems } from '#domain/items/related-items.ts'
import { ownLikes, withLikes } from '#domain/likes/like-queries.ts'

/** Cards of what else the item's closet has, and of what is similar, with the viewer's likes. */
export async function relatedCards(
  context: Readonly<RouterContextProvider>,
  item: Parameters<typeof relatedItems>[1],
) {
  const { db } = context.get(appContext)
  const key = Object.values(item).join(' ')
  const { cards, ofCloset } = await readShared(
    context,
    (lists) => lists.related,
    key,
    async () => {
      const { fromCloset, similar } = await relatedItems(db, item)
      const cards = await withLikes(db, null, [...fromCloset, ...similar])
      return { cards, ofCloset: fromCloset.length }
    },
  )
  const own = cards.map(await ownLikes(db, shopperIn(context), cards))
  return { fromCloset: own.slice(0, ofCloset), similar: own.slice(ofCloset) }
}
