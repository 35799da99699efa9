import { href } from 'react-router'

/** The start of every item's address. */
export const ITEMS = href('/item/:id', { id: '' })

export function leadsToItem(address: string): boolean {
  return address.startsWith(ITEMS)
}

/** The start of the address of every rental of the viewer. */
const RENTALS = href('/my-rentals/:id', { id: '' })

export function leadsToRental(address: string): boolean {
  return address.startsWith(RENTALS)
}
