import { API_ROOT } from './api-root.ts'
import { creditEndpoints } from './credits.ts'
import { earningEndpoints } from './earnings.ts'
import type { Endpoint } from './endpoint.ts'
import { itemEndpoints } from './items.ts'
import { likeEndpoints } from './likes.ts'
import { listingChangeEndpoints } from './listing-changes.ts'
import { listingEndpoints } from './listings.ts'
import { rentalStepEndpoints } from './rental-steps.ts'
import { rentalEndpoints } from './rentals.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'

/** All endpoints; the OpenAPI document and the page about the API are generated from them. */
export const endpoints: readonly Endpoint[] = [
  ...itemEndpoints,
  ...likeEndpoints,
  ...creditEndpoints,
  ...rentalEndpoints,
  ...rentalStepEndpoints,
  ...listingEndpoints,
  ...listingChangeEndpoints,
  ...earningEndpoints,
  ...webhookEndpoints,
]

const byPath = Map.groupBy(endpoints, ({ path }) => path)

/** The endpoints of a path, and the one for this method if it exists; null for an unknown path. */
export function findEndpoint(method: string, pathname: string) {
  const parts = pathname.slice(API_ROOT.length).split('/')
  // A path with a fixed word takes precedence over one with an id.
  const matching = [...byPath].filter(([path]) => idIn(path, parts) !== null)
  const [best] = matching.sort(([a], [b]) => a.split('{').length - b.split('{').length)
  if (!best || !pathname.startsWith(`${API_ROOT}/`)) return null
  const [path, all] = best
  return {
    pattern: API_ROOT + path,
    endpoint: all.find((endpoint) => endpoint.method === method) ?? null,
    allowed: all.flatMap((one) => (one.method === 'GET' ? ['GET', 'HEAD'] : [one.method])),
    id: idIn(path, parts) ?? '',
  }
}

/** The value of `{id}`, '' in a path without it; null if the path does not match. */
function idIn(path: string, parts: readonly string[]): string | null {
  const pattern = path.split('/')
  if (pattern.length !== parts.length) return null
  let id = ''
  for (const [index, part] of pattern.entries()) {
    const given = parts[index] ?? ''
    if (part === '{id}') id = given
    else if (part !== given) return null
  }
  return id
}
