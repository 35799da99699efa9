import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { handlerBySegment } from './routes-by-segment.ts'

// Each route responds with its id and parameters, which shows the routes that React Router matched.

const paths = [
  ['root', undefined, ''],
  ['layout', 'root', undefined],
  ['home', 'layout', undefined],
  ['styles', 'layout', 'styles'],
  ['item', 'layout', 'item/:id'],
  ['guarded', 'layout', undefined],
  ['profile', 'guarded', 'profile'],
  ['size', 'guarded', 'profile/size'],
  ['not-found', 'layout', '*'],
  ['admin', 'root', 'admin'],
  ['admin-home', 'admin', undefined],
  ['person', 'admin', 'users/:id'],
  ['file', 'root', 'styles/:file'],
  ['translated', 'root', 'de?/terms'],
  ['likes', 'root', 'likes'],
] as const

const seen: string[][] = []
const build = {
  ...{ basename: '/', publicPath: '/', assetsBuildDirectory: 'client', future: {}, ssr: true },
  ...{ isSpaMode: false, prerender: [], allowedActionOrigins: false },
  routeDiscovery: { mode: 'lazy' },
  entry: {
    module: {
      default: (_request: Request, status: number, _headers: Headers, entry: Entry) => {
        seen.push(Object.keys(entry.manifest.routes))
        const { matches } = entry.staticHandlerContext
        const found = matches.map(({ route, params }) => [route.id, params])
        return Response.json(found, { status })
      },
    },
  },
  assets: {
    entry: { imports: [], module: '/entry.js' },
    ...{ url: '/manifest.js', version: '1' },
    routes: Object.fromEntries(paths.map(([id]) => [id, { id, module: `/${id}.js` }])),
  },
  routes: Object.fromEntries(
    paths.map(([id, parentId, path]) => {
      const index = id === 'home' || id === 'admin-home' ? { index: true } : {}
      const loader = ({ params }: { params: object }) => [id, params]
      return [id, { id, parentId, path, ...index, module: { default: () => null, loader } }]
    }),
  ),
} as unknown as ServerBuild

interface Entry {
  readonly manifest: { readonly routes: object }
  readonly staticHandlerContext: {
    readonly matches: readonly {
      readonly route: { readonly id: string }
      readonly params: object
    }[]
  }
}

const whole = createRequestHandler(build, 'production')
const bySegment = handlerBySegment(build, 'production', ['likes'])

const answerOf = async (handle: typeof whole, path: string) => {
  const request = new Request(`http://shop.example${path}`)
  const response = await handle(request, new RouterContextProvider())
  return [response.status, await response.text()]
}

const addresses = [
  ...[
    '/',
    '//',
    '/?index',
    '/styles',
    '/styles/',
    '//styles',
    '/STYLES',
    '/st%79les',
    '/styles?a=/item',
  ],
  ...['/styles/a.css', '/styles/a/b', '/stylesheet', '/item', '/item/1', '/item/1/', '/item/1/2'],
  ...['/item%2F1', '/item/a%2Fb', '/profile', '/profile/size', '/profile/none'],
  ...[
    '/admin',
    '/admin/',
    '/admin/users/7',
    '/admin/nothing',
    '/users/7',
    '/none',
    '/none/profile',
  ],
  ...['/terms', '/de/terms', '/fr/terms', '/likes', '/*', '/:id', '/%2A', '/layout', '/guarded'],
  ...['/_.data', '/_root.data', '/styles.data', '/item/1.data', '/item.data', '/profile/_.data'],
  ...['/none.data', '/.data', '/data', '/admin.data', '/admin/users/7.data', '/styles.data/a'],
  ...[
    '/__manifest?version=1&paths=/item/1,/profile',
    '/__manifest',
    '/__MANIFEST?version=1&paths=/',
  ],
]

test.each(addresses)('%s leads to the same route as among all routes', async (path) => {
  expect(await answerOf(bySegment, path)).toEqual(await answerOf(whole, path))
})

test('a page is rendered with the routes of its first segment only', async () => {
  for (const [path, ids] of [
    [
      '/profile',
      ['root', 'layout', 'home', 'guarded', 'profile', 'size', 'not-found', 'translated', 'likes'],
    ],
    ['/none', ['root', 'layout', 'home', 'not-found', 'translated', 'likes']],
  ] as const) {
    seen.length = 0
    await answerOf(bySegment, path)
    expect(seen).toEqual([ids])
  }
})

test('the manifest has all routes at another address too', async () => {
  const moved = { ...build, routeDiscovery: { mode: 'lazy', manifestPath: '/map' } as const }
  const answer = await answerOf(
    handlerBySegment(moved, 'production', ['likes']),
    '/map?version=1&paths=/item/1,/profile',
  )
  expect(answer).toEqual(
    await answerOf(
      createRequestHandler(moved, 'production'),
      '/map?version=1&paths=/item/1,/profile',
    ),
  )
  expect(JSON.parse(String(answer[1]))).toHaveProperty('profile')
})
