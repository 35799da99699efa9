import { href } from 'react-router'

/** What the address of every item begins with. */
export const ITEMS = href('/item/:id', { id: '' })

export function leadsToItem(address: string): boolean {
  return address.startsWith(ITEMS)
}
