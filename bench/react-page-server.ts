// A bare React Router page with the markup of one of ours: `node react-page-server.ts FILE`.
import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { compressed } from '#server/door/compress.ts'
import { listen } from '#server/listen.ts'
import { elementsOf } from './react-elements.ts'

const html = readFileSync(process.argv[2] ?? '', 'utf8')
const Component = elementsOf(html)
const routes = [{ path: '*', loader: () => ({ page: 1 }), Component }]
const handler = createStaticHandler(routes)

async function answer(request: Request): Promise<Response> {
  const context = await handler.query(request)
  if (context instanceof Response) return context
  const router = createStaticRouter(handler.dataRoutes, context)
  const page = await new Promise<string>((resolve, reject) => {
    const element = createElement(StaticRouterProvider, { router, context, hydrate: false })
    const { pipe } = renderToPipeableStream(element, {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        const body = new PassThrough()
        text(body).then(resolve, reject)
        pipe(body)
      },
      onError: reject,
    })
  })
  const headers = { 'Content-Type': 'text/html; charset=utf-8' }
  return await compressed(request, new Response(page, { headers }))
}

const { port, close } = await listen(answer, { port: 0, hosts: ['127.0.0.1'] })
process.send?.(port)
process.once('SIGTERM', () => void close(0).then(() => process.exit(0)))
process.once('disconnect', () => process.exit(1))
