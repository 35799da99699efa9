import { createRequestHandler, type ServerBuild } from 'react-router'

type Handler = ReturnType<typeof createRequestHandler>
type Routes = ServerBuild['routes']

/**
 * React Router's handler, which is given only the routes that an address can lead to by its first
 * segment. For each page it looks at all its routes several times: to match them, and to make objects
 * of them for the rendering.
 * @param everywhere first segments of what pages anywhere refer to while they are rendered
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
  // A build says nothing of the default, whatever its type says.
  const manifestPath = build.routeDiscovery.manifestPath ?? '/__manifest'
  return (request, context) => {
    const { pathname } = new URL(request.url)
    const first = firstSegment(pathname)
    // Encoded characters could stand for a segment, and React Router's own address is no route.
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

/** Of a path that begins with a parameter, a splat or an optional segment. */
const ANY = '*'

/** As React Router reads a path: without what marks a request for data, and in any case. */
function firstSegment(pathname: string): string {
  const path = pathname.replace(/(?:\/_)?\.data$/, '')
  return path.split('/', 2)[1]?.toLowerCase() ?? ''
}

/** Of each route that an address can end at; '' for the root. */
function firstSegments(routes: Routes): ReadonlyMap<string, string> {
  const parents = new Set(Object.values(routes).map((route) => route?.parentId))
  return new Map(
    Object.values(routes).flatMap((route) => {
      if (!route || (parents.has(route.id) && !route.path)) return []
      // The root's path is empty.
      const path = lineage(routes, route.id).flatMap(({ path }) => path || [])
      const first = path.join('/').split('/', 1)[0]?.toLowerCase() ?? ''
      return [[route.id, /^[:*]|\?$/.test(first) ? ANY : first]]
    }),
  )
}

/** The route and those it is nested in, the outermost first. */
function lineage(routes: Routes, id: string | undefined): NonNullable<Routes[string]>[] {
  const route = id === undefined ? undefined : routes[id]
  return route ? [...lineage(routes, route.parentId), route] : []
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
      .flatMap(([id]) => lineage(build.routes, id).map((route) => route.id)),
  )
  const only = <T>(all: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)))
  const assets = { ...build.assets, routes: only(build.assets.routes) }
  return { ...build, routes: only(build.routes), assets }
}
