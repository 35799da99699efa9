import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { processGauges, type ShopReading, shopGauges, slowGauges } from './gauges.ts'
import { textOfAll } from './scrape.ts'

const now = new Date('2026-11-20T12:00:00Z')
const shop: ShopReading = {
  backlog: {
    ...{ mailWaiting: 2, mailFailed: 1, eventsWaiting: 3, eventsFailed: 4 },
    mailWaitingSince: new Date('2026-11-20T11:00:00Z'),
  },
  queue: [{ task: 'send-mail', queued: 5, running: 6, failed: 7, overdueSeconds: 8 }],
  webhooks: { waiting: 9, failing: 2, dueSince: new Date('2026-11-20T11:30:00Z') },
}
const totals = { creditsOwed: 100, creditsSpentToday: 20, refundsFailed: 1 }

/** The metrics of several processes together. */
async function lines(processes: number, read: readonly (ShopReading | null)[]) {
  const readings = []
  for (let index = 0; index < processes; index += 1) {
    const registry = new Registry()
    shopGauges(registry)(read[index] ?? null, now)
    slowGauges(registry)({ ledger: { at: now, value: totals }, violations: { at: now, value: 3 } })
    const pool = { totalCount: 4, idleCount: 3, waitingCount: 1, options: { max: 20 } }
    processGauges(registry, { pool, silenceMs: () => 2_000 })()
    readings.push(await registry.getMetricsAsJSON())
  }
  return (await textOfAll(readings)).split('\n').filter((line) => /^hemline/.test(line))
}

test('figures of the shop count once, and figures of each process are added up', async () => {
  const one = await lines(1, [shop])
  const two = await lines(2, [shop, shop])
  expect(one.length).toBeGreaterThan(20)
  expect(two.filter((line) => !one.includes(line))).toEqual([
    'hemline_database_connections{state="total"} 8',
    'hemline_database_connections{state="idle"} 6',
    'hemline_database_connections{state="waiting"} 2',
    'hemline_database_connections_max 40',
  ])
})

test('the database counts as readable only if every process can read it', async () => {
  expect(await lines(2, [shop, null])).toContain('hemline_database_readable 0')
})
