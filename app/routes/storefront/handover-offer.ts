import type { ShownOffer } from '#app/components/handover/handover-choice.tsx'
import type { ChosenHandover } from '#db/enums.ts'
import { handoverOffer } from '#domain/booking/rentals/stage/chosen-handover.ts'
import type { ItemPage } from '#domain/catalogue/items/item-queries.ts'
import type { Place } from '#domain/catalogue/places/places.ts'
import type { AreaOfCloset } from '#domain/catalogue/reach/area-words.ts'
import { readReach, whyNotDelivered } from '#domain/catalogue/reach/reach.ts'

type Item = Pick<ItemPage, 'location' | 'isPlaced'> & {
  readonly reach: string
  readonly lister: AreaOfCloset
}

/** How an item gets to a place: why not by delivery, and the ways to choose from. */
export function shownOffer(item: Item, place: Place | null): ShownOffer {
  const reach = readReach(item.reach)
  const { isDelivered, ways } = handoverOffer(reach, place)
  return {
    isDelivered,
    sentence: whyNotDelivered(item.lister, reach, place),
    ways: ways.map((value) => ({ value, label: labelOf(value, item) })),
  }
}

function labelOf(
  way: ChosenHandover,
  { location, isPlaced }: Pick<Item, 'location' | 'isPlaced'>,
): string {
  switch (way) {
    case 'delivery':
      return 'Have it delivered'
    case 'pickup':
      return isPlaced ? `Pick it up in ${location}` : 'Pick it up'
    case 'shipping':
      return 'Have it shipped'
    case 'ask':
      return 'Ask the closet anyway'
  }
}
