// What `npm run dev` serves: the app with hot reload, everything else as in `npm start`.
import { createServer as createProbe } from 'node:net'
import { createServer, type ViteDevServer } from 'vite'
import type { App, AppOptions, CreateApp } from '#server/door/app-contract.ts'
import { serve } from './serve.ts'

await serve(async ({ dataDir }) => {
  const vite = await createServer({
    appType: 'custom',
    clearScreen: false,
    server: {
      middlewareMode: true,
      hmr: { port: await freePort() },
      // PostgreSQL writes there all the time.
      watch: { ignored: [`${dataDir}/**`, '**/build/**'] },
    },
  })
  return {
    createApp: (options) => createEditedApp(vite, options),
    buildDirectory: null,
    before: vite.middlewares,
    close: () => vite.close(),
  }
})

/** Creates the app again, with its pool and its jobs, whenever its source has changed. */
async function createEditedApp(vite: ViteDevServer, options: AppOptions): Promise<App> {
  let made: { from: CreateApp; app: App } | null = null
  let isStarted = false
  let turn: Promise<unknown> = Promise.resolve()

  const current = () => {
    const next = turn
      .catch(() => {})
      .then(async () => {
        const { createApp } = await vite.ssrLoadModule('/server/app.ts')
        if (made && made.from === createApp) return made.app
        const old = made
        const app: App = await createApp(options)
        made = { from: createApp, app }
        if (old) await old.app.close()
        if (isStarted) await app.start()
        return app
      })
    turn = next
    return next
  }

  const handle: App['handle'] = async (request, client) => {
    const response = await (await current()).handle(request, client)
    const policy = response.headers.get('content-security-policy')
    if (policy) response.headers.set('content-security-policy', withViteAllowed(policy))
    return response
  }

  return {
    handle,
    answer: async (request, client) => ({ response: await handle(request, client), body: null }),
    // Each request may run newer code, so nothing is answered from the head alone.
    cached: () => null,
    // The app is created again whenever its source changes.
    metrics: null,
    refusal: async () => (await current()).refusal(),
    prepare: async () => (await current()).prepare(),
    warnings: async () => (await current()).warnings(),
    async start() {
      isStarted = true
      await (await current()).start()
    },
    noteError: console.error,
    close: async () => made?.app.close(),
  }
}

/** Vite adds styles to the page and uses a port of its own for hot reload. */
function withViteAllowed(policy: string): string {
  return policy
    .replace(/style-src '[^;]*/, "style-src 'self' 'unsafe-inline'")
    .replace('connect-src', 'connect-src ws:')
}

/** Vite's port for hot reload, so that two servers can run. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createProbe().once('error', reject)
    probe.listen(0, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
