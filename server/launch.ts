// The server's own process: `node server/launch.ts BUILD_FOLDER`. bin/start.mjs makes that folder.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const buildDirectory = resolve(process.argv[2] ?? 'build/local')

// What was compiled once is kept beside the build; where that cannot be written it is done again.
enableCompileCache(join(buildDirectory, 'compiled'))
const { serve } = await import('./serve.ts')

await serve(async () => {
  const bundle = await import(pathToFileURL(join(buildDirectory, 'server/index.js')).href)
  flushCompileCache()
  return { createApp: bundle.createApp, buildDirectory }
})
