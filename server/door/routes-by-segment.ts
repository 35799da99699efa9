import { createRequestHandler, type ServerBuild } from 'react-router'

type Handler = ReturnType<typeof createRequestHandler>
type Routes = ServerBuild['routes']

/**
 * A React Router handler that uses only the routes that match the first segment of an address. For
 * each page React Router goes through all its routes several times: to match them, and to create
 * objects for rendering.
 * @param everywhere first segments of routes that any page can refer to while it is rendered
 */
export function handlerBySegment(
  build: ServerBuild,
  mode: string | undefined,
  everywhere: readonly string[],
): Handler {
  const whole = createRequestHandler(build, mode)
  const segments = firstSegments(build.routes)
  const known = new Set(segments.values())
  const handlers = new Map<string, Handler>()
  // Despite its type, a build leaves this out when it is the default.
  const manifestPath = build.routeDiscovery.manifestPath ?? '/__manifest'
  return (request, context) => {
    const { pathname } = new URL(request.url)
    const first = firstSegment(pathname)
    // An encoded segment could match any route, and React Router's own address is no route.
    if (first.includes('%') || pathname === manifestPath) return whole(request, context)
    const segment = known.has(first) ? first : ''
    const handle = handlers.get(segment) ?? handlerOf(segment)
    handlers.set(segment, handle)
    return handle(request, context)
  }
  function handlerOf(segment: string): Handler {
    const wanted = new Set([segment, ANY, '', ...everywhere])
    return createRequestHandler(partOf(build, segments, wanted), mode)
  }
}

/** Stands for a first segment that is a parameter, a splat or optional. */
const ANY = '*'

/** Like React Router, this ignores case and the suffix of data requests. */
function firstSegment(pathname: string): string {
  const path = pathname.replace(/(?:\/_)?\.data$/, '')
  return path.split('/', 2)[1]?.toLowerCase() ?? ''
}

/** The first segment of each route that an address can lead to, by its id; '' for the root. */
function firstSegments(routes: Routes): ReadonlyMap<string, string> {
  const parents = new Set(Object.values(routes).map((route) => route?.parentId))
  return new Map(
    Object.values(routes).flatMap((route) => {
      if (!route || (parents.has(route.id) && !route.path)) return []
      // The root's path is empty.
      const path = withAncestors(routes, route.id).flatMap(({ path }) => path || [])
      const first = path.join('/').split('/', 1)[0]?.toLowerCase() ?? ''
      return [[route.id, /^[:*]|\?$/.test(first) ? ANY : first]]
    }),
  )
}

/** The route and the routes it is nested in, the outermost first. */
function withAncestors(routes: Routes, id: string | undefined): NonNullable<Routes[string]>[] {
  const route = id === undefined ? undefined : routes[id]
  return route ? [...withAncestors(routes, route.parentId), route] : []
}

/** The build with the routes of these first segments, in their order. */
function partOf(
  build: ServerBuild,
  segments: ReadonlyMap<string, string>,
  wanted: ReadonlySet<string>,
): ServerBuild {
  const ids = new Set(
    [...segments]
      .filter(([, first]) => wanted.has(first))
      .flatMap(([id]) => withAncestors(build.routes, id).map((route) => route.id)),
  )
  const only = <T>(all: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)))
  const assets = { ...build.assets, routes: only(build.assets.routes) }
  return { ...build, routes: only(build.routes), assets }
}
