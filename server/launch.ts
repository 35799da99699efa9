// The server's own process: `node server/launch.ts BUILD_FOLDER`. bin/start.mjs makes that folder.
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serve } from './serve.ts'

const buildDirectory = resolve(process.argv[2] ?? 'build/local')

await serve(async () => {
  const bundle = await import(pathToFileURL(join(buildDirectory, 'server/index.js')).href)
  return { createApp: bundle.createApp, buildDirectory }
})
