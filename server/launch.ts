// The server's own process: `node server/launch.ts BUILD_FOLDER`. bin/start.mjs creates that
// folder.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const buildDirectory = resolve(process.argv[2] ?? 'build/local')

// Compiled code is cached beside the build; if that is not writable, it is compiled again.
enableCompileCache(join(buildDirectory, 'compiled'))
const { serve } = await import('./serve.ts')

await serve(async () => {
  const bundle = await import(pathToFileURL(join(buildDirectory, 'server/index.js')).href)
  flushCompileCache()
  return { createApp: bundle.createApp, buildDirectory }
})
