import { href } from 'react-router'
import type {
  OwnItemFilter,
  OwnItemSort,
} from '#domain/catalogue/items/listing/own-item-filters.ts'

export type OwnItemsView = {
  readonly q: string
  readonly show: OwnItemFilter
  readonly sort: OwnItemSort
  readonly page: number
}

/** Its query parameters; defaults are left out. */
export function viewFields({ q, show, sort, page }: OwnItemsView): Record<string, string> {
  return {
    ...(q && { q }),
    ...(show !== 'all' && { show }),
    ...(sort !== 'newest' && { sort }),
    ...(page > 1 && { page: String(page) }),
  }
}

/** The address of a closet's page with this part of its items and an open question. */
export function closetAddress(view: OwnItemsView, more: Record<string, string> = {}): string {
  return addressWith(new URLSearchParams({ ...viewFields(view), ...more }))
}

/** Stands for the ids of all items in the list, on every page. */
export const ALL = 'all'

/** The same with these items selected. */
export function selectedAddress(view: OwnItemsView, selected: readonly string[]): string {
  const query = new URLSearchParams(viewFields(view))
  for (const id of selected) query.append(id === ALL ? 'which' : 'item', id)
  return addressWith(query)
}

function addressWith(query: URLSearchParams): string {
  return `${href('/business')}${query.size > 0 ? `?${query}` : ''}`
}
