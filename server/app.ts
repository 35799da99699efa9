import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { appContext, nonceContext, peerContext, viewerContext } from '#app/http/contexts.ts'
import { type ConnectionTarget, createDb, createPool } from '#db/connection.ts'
export function createApp(options: { target: ConnectionTarget }) {
  const pool = createPool(options.target)
  const db = createDb(pool)
  const route = createRequestHandler(() => build as never, process.env.NODE_ENV)
  return {
    async handle(request: Request, client: { peer: string }) {
      const context = new RouterContextProvider()
      context.set(appContext, {
        db,
        clock: () => new Date(),
        timeZone: 'America/New_York',
        paymentsAreReal: false,
        demo: true,
        originOf: (r) => new URL(r.url).origin,
      })
      context.set(viewerContext, { person: null, creditsBalance: 0, sessionId: null })
      context.set(peerContext, client.peer)
      context.set(nonceContext, 'x')
      return route(request, context)
    },
    close: () => pool.end(),
  }
}
