// The server: `node server/launch.ts BUILD_FOLDER`. bin/start.mjs creates that folder.
import cluster from 'node:cluster'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { givenBy } from './settings/given.ts'
import { readWebProcesses } from './settings/processes.ts'

const buildDirectory = resolve(process.argv[2] ?? 'build/local')

// Compiled code is cached beside the build; if that is not writable, it is compiled again.
enableCompileCache(join(buildDirectory, 'compiled'))
const load = async () => {
  const bundle = await import(pathToFileURL(join(buildDirectory, 'server/index.js')).href)
  flushCompileCache()
  return { createApp: bundle.createApp, buildDirectory }
}

if (cluster.isWorker) {
  const { serveAsWebProcess } = await import('#server/start/processes/web-process.ts')
  await serveAsWebProcess(load)
} else if (readWebProcesses(givenBy(process.env), []) === 1) {
  const { serve } = await import('#server/start/serve.ts')
  await serve(load)
} else {
  const { serveByProcesses } = await import('#server/start/processes/serve-by-processes.ts')
  await serveByProcesses(buildDirectory)
}
