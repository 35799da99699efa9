import { aboutMiles } from '#domain/catalogue/places/distance.ts'
import { isolated } from '#domain/shared/isolate.ts'

/** A closet and the area that it delivers to, as it describes them. */
export type AreaOfCloset = {
  readonly fullName: string
  readonly city: string | null
  readonly state: string | null
  readonly drivingDistance: string | null
}

/** 'Wild Fig delivers within 10 miles of Austin, TX. New York is about 1,500 miles away.' */
export function outOfAreaInWords(
  closet: AreaOfCloset,
  from: { readonly delivers: boolean; readonly miles: number | null; readonly city: string },
): string {
  const { fullName, city, state } = closet
  const away = from.miles === null ? '' : ` ${from.city} is ${aboutMiles(from.miles)} away.`
  if (from.delivers) return isolated(`${fullName} ${howFar(closet)}.${away}`)
  return city && state
    ? isolated(`${fullName} is in ${city}, ${state} and does not deliver.${away}`)
    : isolated(`${fullName} does not deliver.${away}`)
}

function howFar(closet: AreaOfCloset): string {
  if (closet.drivingDistance === null) return 'has not said how far it delivers'
  const words = deliveryInWords(closet)
  return words.charAt(0).toLowerCase() + words.slice(1)
}

/** 'Delivers within 10 miles of Austin, TX'. */
export function deliveryInWords({
  city,
  state,
  drivingDistance,
}: Omit<AreaOfCloset, 'fullName'>): string {
  if (drivingDistance === null) return 'Contact the closet about delivery'
  const place = [city, state].filter(Boolean).join(', ') || 'its address'
  return drivingDistance.endsWith('+ miles')
    ? `Delivers ${drivingDistance} from ${place}`
    : `Delivers within ${drivingDistance} of ${place}`
}
