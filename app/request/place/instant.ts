import { appContext, type Context, shopperIn } from '#app/request/contexts.ts'
import { hereIn } from '#app/request/shopper-place.ts'
import { instantAmong } from '#domain/catalogue/items/items.ts'
import type { Point } from '#domain/catalogue/places/distance.ts'

type Card = { readonly id: string; readonly acceptsSome?: true | undefined }

/**
 * The ids of those items whose closets accept a request of the viewer at once. Read by one statement
 * for all items of a page, and by none where no closet accepts requests automatically.
 * @param place of the viewer
 */
export async function instantOf(
  context: Context,
  items: readonly Card[],
  place: Point | null = hereIn(context)?.point ?? null,
): Promise<ReadonlySet<string>> {
  const { db, clock } = context.get(appContext)
  const onlooker = {
    shopper: shopperIn(context),
    here: place,
    now: clock(),
  }
  return await instantAmong(
    db,
    onlooker,
    items.filter(({ acceptsSome }) => acceptsSome),
  )
}

/** Adds to cards whether a request is accepted at once. */
export async function withInstant<Item extends Card>(
  context: Context,
  cards: readonly Item[],
): Promise<readonly (Item & { readonly instant?: true })[]> {
  const instant = await instantOf(context, cards)
  return cards.map((card) => addInstant(card, instant))
}

export function addInstant<Item extends Card>(
  card: Item,
  instant: ReadonlySet<string>,
): Item & { readonly instant?: true } {
  return instant.has(card.id) ? { ...card, instant: true } : card
}
