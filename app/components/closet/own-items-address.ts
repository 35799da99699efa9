import { href } from 'react-router'
import type { OwnItemFilter, OwnItemSort } from '#domain/items/own-item-filters.ts'

/** Which part of a closet's items is shown. */
export type OwnItemsView = {
  readonly q: string
  readonly show: OwnItemFilter
  readonly sort: OwnItemSort
  readonly page: number
}

/** The fields of the address that say so; what is usual is left out. */
export function viewFields({ q, show, sort, page }: OwnItemsView): Record<string, string> {
  return {
    ...(q && { q }),
    ...(show !== 'all' && { show }),
    ...(sort !== 'newest' && { sort }),
    ...(page > 1 && { page: String(page) }),
  }
}

/** The address of a closet's page with this part of its items, and what it is to ask. */
export function closetAddress(view: OwnItemsView, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...viewFields(view), ...more })
  return `${href('/business')}${query.size > 0 ? `?${query}` : ''}`
}
