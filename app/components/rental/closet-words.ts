type DeliveryTerms = { readonly city: string | null; readonly drivingDistance: string | null }

/** How far a closet delivers, in a sentence without its full stop. */
export function deliveryInWords({ city, drivingDistance }: DeliveryTerms): string {
  if (drivingDistance === null) return 'Contact the closet about delivery'
  const place = city ?? 'its address'
  return drivingDistance.endsWith('+ miles')
    ? `Delivers ${drivingDistance} from ${place}`
    : `Delivers within ${drivingDistance} of ${place}`
}

/** How much notice a closet needs. */
export function dayNotice(noticeDays: number): string {
  if (noticeDays === 0) return 'Rentals can start today. Ask the closet about same-day delivery.'
  if (noticeDays === 1) return 'Rentals can start tomorrow at the earliest.'
  return `Rentals can start in ${noticeDays} days at the earliest.`
}
