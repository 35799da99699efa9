import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface BuiltRoute {
  readonly id: string
  readonly parentId?: string
  readonly path?: string
  readonly index?: boolean
  readonly hasAction: boolean
  readonly hasLoader: boolean
  readonly hasDefaultExport: boolean
}

export interface Place {
  /** Its file, as 'routes/storefront/home'. */
  readonly id: string
  /** The whole path, parameters as `:id`. */
  readonly path: string
  /** The ids of the layouts around it, from the outside in. */
  readonly within: readonly string[]
  readonly hasAction: boolean
  readonly hasLoader: boolean
  readonly isPage: boolean
}

/** Every route of a build, including layouts, as listed in its manifest. */
export function readSiteMap(buildDirectory: string): Place[] {
  const assets = join(buildDirectory, 'client/assets')
  const manifest = readdirSync(assets).find((name) => /^manifest-.*\.js$/.test(name))
  if (!manifest) throw new Error(`${assets} has no manifest`)
  const text = readFileSync(join(assets, manifest), 'utf8')
  const { routes }: { routes: Record<string, BuiltRoute> } = JSON.parse(
    text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1),
  )
  const around = ({ parentId }: BuiltRoute): BuiltRoute[] => {
    const parent = parentId === undefined ? undefined : routes[parentId]
    return parent ? [...around(parent), parent] : []
  }
  return Object.values(routes).map((route) => ({
    id: route.id,
    path: `/${[...around(route), route].flatMap(({ path }) => path || []).join('/')}`,
    within: around(route).map(({ id }) => id),
    hasAction: route.hasAction,
    hasLoader: route.hasLoader,
    isPage: route.hasDefaultExport,
  }))
}

/** The routes with an address, without layouts. */
export function addressesIn(siteMap: readonly Place[]): Place[] {
  const layouts = new Set(siteMap.flatMap(({ within }) => within))
  return siteMap.filter(({ id }) => !layouts.has(id))
}

/** Matches the addresses of a path with parameters. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`)
}

/**
 * The address at which a script reads a page's data or sends its form. It skips rendering, which
 * costs most. The home page and addresses that are not pages stay as they are.
 */
export function dataAddress(places: readonly Place[], address: string): string {
  const [path = '', query] = address.split('?')
  const place = places.find((one) => !one.path.includes('*') && patternOf(one.path).test(path))
  if (!place?.isPage || path === '/') return address
  return `${path}.data${query === undefined ? '' : `?${query}`}`
}
