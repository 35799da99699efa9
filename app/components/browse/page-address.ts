/**
 * The address of a page of a list of items: the chosen dates stay.
 * @param after the cursor of the page; null for the first one
 */
export function pageAddress(path: string, search: URLSearchParams, after: string | null): string {
  const query = new URLSearchParams()
  for (const name of ['start', 'end']) {
    const day = search.get(name)
    if (day) query.set(name, day)
  }
  if (after) query.set('after', after)
  return query.size > 0 ? `${path}?${query}` : path
}
