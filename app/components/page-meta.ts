import type { MetaDescriptor } from 'react-router'

/** Title and description of a page, as a route's `meta` answers them. */
export function pageMeta(title: string, description?: string): MetaDescriptor[] {
  const named = { title: `${title} · Hemline` }
  return description ? [named, { name: 'description', content: description }] : [named]
}
