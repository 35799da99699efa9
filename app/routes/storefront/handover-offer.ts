import type { ShownOffer } from '#app/components/handover/handover-choice.tsx'
import { deliveryInWords } from '#app/components/place/reach-words.ts'
import type { ChosenHandover } from '#db/enums.ts'
import { handoverOffer } from '#domain/booking/rentals/stage/chosen-handover.ts'
import type { ItemPage } from '#domain/catalogue/items/item-queries.ts'
import { aboutMiles } from '#domain/catalogue/places/distance.ts'
import type { Place } from '#domain/catalogue/places/places.ts'
import { milesTo, type Reach, readReach } from '#domain/catalogue/reach/reach.ts'
import { isolated } from '#domain/shared/isolate.ts'

type Item = Pick<ItemPage, 'reach' | 'location' | 'isPlaced' | 'lister'>

/** How an item gets to a place: why not by delivery, and the ways to choose from. */
export function shownOffer(item: Item, place: Place | null): ShownOffer {
  const reach = readReach(item.reach)
  const { isDelivered, ways } = handoverOffer(reach, place)
  return {
    isDelivered,
    sentence: isDelivered === false && place ? outOfArea(item, reach, place) : null,
    ways: ways.map((value) => ({ value, label: labelOf(value, item) })),
  }
}

/** 'Wild Fig delivers within 10 miles of Austin, TX. New York is about 1,500 miles away.' */
function outOfArea({ location, isPlaced, lister }: Item, reach: Reach, place: Place): string {
  const miles = milesTo(reach, place.point)
  const away = miles === null ? '' : ` ${place.city} is ${aboutMiles(miles)} away.`
  if (reach.ways.includes('deliver'))
    return isolated(`${lister.fullName} ${howFar(lister)}.${away}`)
  return isPlaced
    ? isolated(`${lister.fullName} is in ${location} and does not deliver.${away}`)
    : isolated(`${lister.fullName} does not deliver.${away}`)
}

function howFar(lister: Item['lister']): string {
  if (lister.drivingDistance === null) return 'has not said how far it delivers'
  const words = deliveryInWords(lister)
  return words.charAt(0).toLowerCase() + words.slice(1)
}

function labelOf(way: ChosenHandover, { location, isPlaced }: Item): string {
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
