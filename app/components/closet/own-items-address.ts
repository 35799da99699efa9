import { href } from 'react-router'
import type { OwnItemFilter, OwnItemSort } from '#domain/items/own-item-filters.ts'

/** The part of a closet's items that is shown. */
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
  const query = new URLSearchParams({ ...viewFields(view), ...more })
  return `${href('/business')}${query.size > 0 ? `?${query}` : ''}`
}
