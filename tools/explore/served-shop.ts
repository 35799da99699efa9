import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import type { CreateApp } from '#server/door/app-contract.ts'
import { readSettings } from '#server/settings/settings.ts'
import { listen } from '#server/start/listen.ts'

// A shop in its own process, with jobs. Each answer says in `Server-Timing`, which scripts of the page
// can read, how many lines the statement of the person has, and their sum.
const [buildDirectory = '', email = ''] = process.argv.slice(2)
const { createApp }: { createApp: CreateApp } = await import(
  pathToFileURL(join(resolve(buildDirectory), 'server/index.js')).href
)
const settings = readSettings(process.env)
const target = { connectionString: process.env.DATABASE_URL ?? '' }
const app = await createApp({
  ...{ settings, target, directTarget: target, buildDirectory: resolve(buildDirectory) },
  logLevel: 'error',
})
await app.prepare()
const pool = new pg.Pool({ ...target, max: 2 })

/** “17:51”: seventeen lines, which are fifty-one credits together. */
async function statement(): Promise<string> {
  const { rows } = await pool.query<{ line: string }>(
    `select count(*) || ':' || coalesce(sum(amount - held), 0) as line
     from credit_transactions t join user_profiles p on p.id = t.user_id where p.email = $1`,
    [email],
  )
  return `statement;desc="${rows[0]?.line}"`
}

const { port, close } = await listen(
  async (request, client) => {
    const before = email && (await statement())
    const answer = await app.answer(request, client)
    if (email) answer.response.headers.append('Server-Timing', `${before}, ${await statement()}`)
    return answer
  },
  { port: 0, hosts: ['127.0.0.1'] },
)
await app.start()
process.send?.(port)
process.once('SIGTERM', async () => {
  await close(1)
  await app.close()
  await pool.end()
  process.exit(0)
})
process.once('disconnect', () => process.exit(1))
