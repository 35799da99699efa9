import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CreateApp } from '#server/door/app-contract.ts'
import { readSettings } from '#server/settings/settings.ts'
import { listen } from '#server/start/listen.ts'

const buildDirectory = resolve(process.argv[2] ?? '')
const { createApp }: { createApp: CreateApp } = await import(
  pathToFileURL(join(buildDirectory, 'server/index.js')).href
)
const settings = readSettings(process.env)
const target = { connectionString: process.env.DATABASE_URL ?? '' }
const app = await createApp({ settings, target, directTarget: target, buildDirectory })
await app.prepare()
const { port, close } = await listen((request, client) => app.answer(request, client), {
  port: 0,
  hosts: ['127.0.0.1'],
  cached: (arriving) => app.cached(arriving),
})
process.send?.(port)
process.once('SIGTERM', async () => {
  await close(1)
  await app.close()
  process.exit(0)
})
process.once('disconnect', () => process.exit(1))
