import { href } from 'react-router'

/** The start of every item's address. */
export const ITEMS = href('/item/:id', { id: '' })

export function leadsToItem(address: string): boolean {
  return address.startsWith(ITEMS)
}
