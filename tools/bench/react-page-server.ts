// A bare page of React Router with the markup of one of ours: `node react-page-server.ts FILE`.
import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  Outlet,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { compress } from '#server/door/compress.ts'
import { listen } from '#server/start/listen.ts'
import { elementsOf } from './react-elements.ts'

const html = readFileSync(process.argv[2] ?? '', 'utf8')

function render(request: Request, status: number, headers: Headers, entry: EntryContext) {
  return new Promise<Response>((resolve, reject) => {
    const element = createElement(ServerRouter, { context: entry, url: request.url })
    const { pipe } = renderToPipeableStream(element, {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        const body = new PassThrough()
        headers.set('Content-Type', 'text/html; charset=utf-8')
        text(body).then((page) => resolve(new Response(page, { status, headers })), reject)
        pipe(body)
      },
      onError: reject,
    })
  })
}

const inBrowser = {
  hasAction: false,
  hasLoader: true,
  hasClientAction: false,
  hasClientLoader: false,
  hasClientMiddleware: false,
  hasErrorBoundary: false,
  hasDefaultExport: true,
  clientActionModule: undefined,
  clientLoaderModule: undefined,
  clientMiddlewareModule: undefined,
  hydrateFallbackModule: undefined,
  module: '/page.js',
}
const root = { id: 'root', path: '' }
const page = { id: 'page', parentId: 'root', index: true }
const build: ServerBuild = {
  entry: { module: { default: render } },
  routes: {
    root: { ...root, module: { default: () => createElement(Outlet) } },
    page: { ...page, module: { default: elementsOf(html), loader: () => ({ page: 1 }) } },
  },
  assets: {
    entry: { imports: [], module: '/entry.js' },
    routes: { root: { ...root, ...inBrowser, hasLoader: false }, page: { ...page, ...inBrowser } },
    url: '/manifest.js',
    version: '1',
  },
  publicPath: '/',
  assetsBuildDirectory: 'client',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
}
const route = createRequestHandler(build, 'production')

async function compressed(response: Response): Promise<Response> {
  const { status, headers } = response
  const body = await compress(new Uint8Array(await response.arrayBuffer()), 'br')
  headers.set('Content-Encoding', 'br')
  headers.set('Content-Length', String(body.length))
  return new Response(body, { status, headers })
}

const { port, close } = await listen(
  async (request) => await compressed(await route(request, new RouterContextProvider())),
  { port: 0, hosts: ['127.0.0.1'] },
)
process.send?.(port)
process.once('SIGTERM', () => void close(0).then(() => process.exit(0)))
process.once('disconnect', () => process.exit(1))
