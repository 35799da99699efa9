import { lazy, Suspense } from 'react'
import {
  createRequestHandler,
  type EntryContext,
  Outlet,
  RouterContextProvider,
  Scripts,
  type ServerBuild,
} from 'react-router'
import { expect, test } from 'vitest'
import { renderPage } from './render-page.tsx'

/** The page at `/` of an app that consists of this component, as often as it is requested. */
function pageOf(Component: () => React.ReactNode) {
  const errors: unknown[] = []
  const renderings: string[] = []
  const noteError = (error: unknown): void => {
    errors.push(error)
  }
  async function answer(request: Request, status: number, headers: Headers, entry: EntryContext) {
    const html = await renderPage({ entry, url: request.url, nonce: 'n', noteError })
    renderings.push(html)
    return new Response(html, { status, headers })
  }
  function Document() {
    return (
      <html lang="en">
        <body>
          <Outlet />
          <Scripts nonce="n" />
        </body>
      </html>
    )
  }
  const ErrorBoundary = () => <p>Something went wrong</p>
  const loader = () => ({ title: '</script>  “Silk” & lace' })
  const routes = {
    root: { id: 'root', path: '', module: { default: Document, ErrorBoundary } },
    home: { id: 'home', parentId: 'root', index: true, module: { default: Component, loader } },
  }
  const build = {
    ...{ basename: '/', publicPath: '/', assetsBuildDirectory: 'client', future: {}, ssr: true },
    ...{ isSpaMode: false, prerender: [], allowedActionOrigins: false },
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
    entry: { module: { default: answer, handleError: noteError } },
    routes,
    assets: {
      ...{ url: '/manifest.js', version: '1', entry: { imports: [], module: '/entry.js' } },
      routes: Object.fromEntries(
        Object.values(routes).map(({ module: _, ...route }) => [
          route.id,
          { ...route, module: `/${route.id}.js`, hasLoader: route.id === 'home' },
        ]),
      ),
    },
  } as unknown as ServerBuild
  const handle = createRequestHandler(build, 'production')
  return {
    errors,
    renderings,
    request: () => handle(new Request('http://shop.test/'), new RouterContextProvider()),
  }
}

test('the document has its data, once and escaped, and ends with it', async () => {
  const { request } = pageOf(() => <p>Silk gown</p>)
  const html = await (await request()).text()
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en">/)
  expect(html).toContain('<p>Silk gown</p>')
  expect(html.match(/streamController\.enqueue\(/g)).toHaveLength(1)
  expect(html).toContain('\\u003c/script\\u003e  “Silk” \\u0026 lace')
  expect(html).toMatch(/streamController\.close\(\);<\/script>(<!--\/\$-->)*<\/body><\/html>$/)
})

test('a part whose module is not loaded yet is waited for, and rendered at once from then on', async () => {
  let loads = 0
  const Menu = lazy(async () => {
    loads += 1
    await new Promise((resolve) => setTimeout(resolve, 20))
    return { default: () => <nav>My Rentals</nav> }
  })
  const { request, renderings, errors } = pageOf(() => (
    <Suspense fallback="Loading">
      <Menu />
    </Suspense>
  ))
  await request()
  await request()
  expect(renderings[0]).toContain('<nav>My Rentals</nav>')
  expect(renderings[0]).not.toContain('Loading')
  expect(renderings[1]).toBe(renderings[0])
  expect(loads).toBe(1)
  expect(errors).toEqual([])
})

test('an error below a Suspense is noted once, and the rest of the page is rendered', async () => {
  const broken = new Error('broken')
  const Broken = (): React.ReactNode => {
    throw broken
  }
  const { request, errors } = pageOf(() => (
    <>
      <p>Silk gown</p>
      <Suspense fallback="Loading">
        <Broken />
      </Suspense>
    </>
  ))
  const html = await (await request()).text()
  expect(html).toContain('<p>Silk gown</p>')
  expect(errors).toEqual([broken])
})

test('an error anywhere else is thrown to React Router, which answers 500', async () => {
  const { request, errors } = pageOf(() => {
    throw new Error('broken')
  })
  const response = await request()
  expect(response.status).toBe(500)
  expect(await response.text()).toContain('<p>Something went wrong</p>')
  expect(errors).toHaveLength(1)
})
