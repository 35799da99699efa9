import { href } from 'react-router'

/** The page on which people tell us that something is wrong with a rental or an item. */
export function supportAddress(about: { readonly rental: string } | { readonly item: string }) {
  return `${href('/help/requests/new')}?${new URLSearchParams(about)}`
}
