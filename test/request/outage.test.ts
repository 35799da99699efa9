import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import { Gate } from '#test/faults/gate.ts'
import { postgresProxy } from '#test/faults/postgres-proxy.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { takeConsoleErrors } from '#test/setup/console-errors.ts'

test('the health check reports stalled jobs after a minute without a heartbeat', async () => {
  let elapsed = 0
  let betweenReadings = 0
  const site = await testSite({
    elapsed: () => {
      elapsed += betweenReadings
      return elapsed
    },
  })
  const health = async (path = '/healthz') => {
    const { status, html } = await site.get(path)
    return `${status} ${html.trim()}`
  }
  await site.app.start()
  elapsed += 60_000
  expect(await health()).toBe('200 ok')
  // Its last heartbeat was more than a minute ago.
  betweenReadings = 60_001
  expect(await health()).toBe('503 jobs stalled')
  expect(await health('/readyz')).toBe('503 jobs stalled')
  betweenReadings = 0
  await expect.poll(() => health()).toBe('200 ok')
})

test('while the database is unavailable each failing request logs one short line', async () => {
  const database = await testDatabase()
  const gate = new Gate(1, 'away')
  const proxy = await postgresProxy(database.target, gate)
  const log: string[] = []
  const target = { connectionString: proxy.url }
  gate.arm(Number.POSITIVE_INFINITY)
  const site = await testSite({ database: { ...database, target }, log })
  gate.arm(1)
  gate.pass('the database goes')
  log.length = 0
  const paths = ['/styles', '/healthz', '/readyz', '/about', '/auth']
  for (const path of paths) expect([path, (await site.get(path)).status]).toEqual([path, 503])
  expect(log.map((line) => JSON.parse(line))).toMatchObject(
    paths.map((path) => ({ outage: 'database', path })),
  )
  for (const line of log) {
    expect(line).not.toMatch(/stack|\\n/)
    expect(line.length).toBeLessThan(300)
  }
  await proxy.close()
})

test('a process whose database does not answer soon reports that it is not ready', async () => {
  const database = await testDatabase()
  const proxy = await postgresProxy(database.target, new Gate())
  const target = { connectionString: proxy.url }
  const site = await testSite({ database: { ...database, target } })
  expect((await site.get('/readyz')).status).toBe(200)
  proxy.loseConnections()
  const answer = await Promise.race([site.get('/readyz'), pause(20_000, null, { ref: false })])
  expect([answer?.status, answer?.html]).toEqual([503, 'database unavailable\n'])
  await proxy.close()
  takeConsoleErrors()
})
