import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDb, createPool } from '#db/connection.ts'
import { startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { realPayments } from '#test/app.ts'
import { childrenOf, leftoversOf } from '#test/leftovers.ts'
import { make } from '#test/make/make.ts'
import { ask, readPidFile } from './ask-database.ts'
import { command, ownFolder } from './command.ts'
import {
  copyData,
  copyProject,
  npmStart,
  type Run,
  removeProject,
  waitForProcesses,
} from './project.ts'

let project = ''

const pollOptions = { timeout: 30_000 }

beforeAll(async () => {
  project = await copyProject()
})
afterAll(() => removeProject(project))

/** npm, the bootstrap, the server and PostgreSQL of a run. */
function chain(run: Run) {
  const [bootstrap = 0] = childrenOf(run.npm)
  const [server = 0] = childrenOf(bootstrap)
  return { npm: run.npm, bootstrap, server, postgres: Number(readPidFile(project)[0]) }
}

// Other tests stop the shop by signals that it can handle.
test.for([
  { who: 'npm', webProcesses: '2' },
  { who: 'bootstrap', webProcesses: '1' },
  { who: 'server', webProcesses: '1' },
] as const)('when $who is killed, with web processes: $webProcesses, no process is left', async ({
  who,
  webProcesses,
}) => {
  const run = npmStart(project, { env: { WEB_PROCESSES: webProcesses } })
  expect((await fetch(`${await run.opened()}/healthz`)).status).toBe(200)
  await ask(
    project,
    `create table if not exists kept (word text); insert into kept values ('${who}')`,
  )
  process.kill(chain(run)[who], 'SIGKILL')
  await run.ended
  await waitForProcesses(project)
})

test('when everything but PostgreSQL is killed, the next start takes it over', async () => {
  const run = npmStart(project)
  await run.opened()
  const { postgres } = chain(run)
  const socketFolder = readPidFile(project)[4] ?? ''
  const others = leftoversOf([project]).filter(
    ({ command }) => !/^\S*postgres( -D|:)/.test(command),
  )
  // Stopped first and then killed, so that none can end PostgreSQL because another one is gone.
  for (const signal of ['SIGSTOP', 'SIGKILL'] as const)
    for (const { pid } of others) process.kill(pid, signal)
  await run.ended
  expect(leftoversOf([project]).map(({ pid }) => pid)).toContain(postgres)
  expect(existsSync(socketFolder)).toBe(true)
  // As if this job had been running when its worker was killed.
  await ask(project, "select graphile_worker.add_job('sweep-sessions', job_key := 'interrupted')")
  await ask(
    project,
    `update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now()
      where key = 'interrupted'`,
  )

  const next = npmStart(project)
  await next.opened()
  const waiting = () =>
    ask(project, "select id from graphile_worker.jobs where key = 'interrupted'")
  await expect.poll(waiting, { timeout: 30_000, interval: 100 }).toEqual([])
  expect(next.output()).toContain('still running from an earlier start')
  expect(chain(next).postgres).not.toBe(postgres)
  expect(existsSync(socketFolder)).toBe(false)
  process.kill(chain(next).server, 'SIGTERM')
  expect(await next.ended).toBe(0)
  await waitForProcesses(project)
})

describe('one start', () => {
  let run: Run
  let url = ''

  beforeAll(async () => {
    run = npmStart(project)
    url = await run.opened()
  })

  test('has the data of earlier starts, and installs and builds nothing', async () => {
    expect(await ask(project, 'select word from kept')).toHaveLength(3)
    expect(run.output()).not.toContain('Setting up the database')
    expect(run.output()).not.toContain('Installing')
    expect(run.output()).not.toContain('Building')
  })

  test('a second process on the same data or port fails; the first continues', async () => {
    const { port } = new URL(url)
    await copyData(join(project, 'other-data'))
    const sameData = npmStart(project)
    const samePort = npmStart(project, { env: { PORT: port, DATA_DIR: 'other-data' } })
    expect(await sameData.ended).toBe(1)
    const output = sameData
      .output()
      .split('\n')
      .filter((line) => line && !line.startsWith('>'))
    expect(output).toEqual([
      expect.stringMatching(
        /^The data in \S+ is in use by (?:another process|process \d+): stop it first, or set another DATA_DIR\.$/,
      ),
    ])
    expect(await samePort.ended).toBe(1)
    expect(samePort.output()).toContain(`Port ${port} is already in use. Set PORT to another port.`)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })

  // `npm run bench` prints how long the restart takes.
  test('when PostgreSQL is killed the server restarts it', async () => {
    process.kill(chain(run).postgres, 'SIGKILL')
    await expect.poll(run.output, pollOptions).toContain('PostgreSQL stopped unexpectedly')
    await expect.poll(async () => (await fetch(`${url}/healthz`)).status, pollOptions).toBe(200)
  })

  test('a request in progress is completed before the server stops', async () => {
    const body = 'name=&email=&message='
    const requested = request(`${url}/feedback`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': body.length,
        Expect: '100-continue',
        Origin: url,
      },
    })
    requested.flushHeaders()
    // The server has started handling it.
    await once(requested, 'continue')
    process.kill(chain(run).bootstrap, 'SIGTERM')
    await expect.poll(run.output, pollOptions).toContain('Stopping')
    requested.end(body)
    const [answer] = await once(requested, 'response')
    expect(answer.statusCode).toBe(400)
    answer.resume()
    expect(await run.ended).toBe(0)
    await waitForProcesses(project)
  })
})

test('a shop with sandbox customers does not start with Stripe keys, and prints why', async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: join(project, 'data') })
  const pool = createPool(postgres.connection, { max: 1 })
  const { id: user_id } = await make(createDb(pool)).person()
  await pool.query("insert into stripe_customers values ($1, 'cus_1', now())", [user_id])
  await pool.end()
  await postgres.stop()
  const run = npmStart(project, { env: { ...realPayments, SEED_DEMO: undefined } })
  expect(await run.ended).toBe(1)
  expect(run.output()).toContain('This database has been used with the payment sandbox')
  await waitForProcesses(project)
})

test('invalid settings end the start with a message for each of them', async () => {
  const DATABASE_URL = 'postgres://nobody@localhost/none'
  const { code, out, err } = await command('launch', ownFolder(), { env: { DATABASE_URL } })
  expect(code).toBe(1)
  expect(out + err).toContain('With DATABASE_URL, choose how payments work')
  expect(out + err).toContain('SESSION_SECRET is missing')
})
