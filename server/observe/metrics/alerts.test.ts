import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runDueChecks } from '#domain/admin/figures/integrity-results.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { createMetrics } from './metrics.ts'
import { webProcessGauge } from './web-process-gauge.ts'

const ALERTS = readFileSync('docs/alerts.yaml', 'utf8')
const OPERATIONS = readFileSync('docs/operations.md', 'utf8')
/** A metric that Prometheus itself sets. */
const OF_PROMETHEUS = 'up'

const expressions = [...ALERTS.matchAll(/^ +expr: (.+)$/gm)].map(
  ([, expression = '']) => expression,
)

/** The metrics in an expression: words followed by a selector, a range, or nothing to call. */
function metricsIn(expression: string): string[] {
  const bare = expression.replaceAll(/"[^"]*"/g, '').replaceAll(/\b(by|on) \([^)]*\)/g, '')
  return [...bare.matchAll(/\b(?:(?:hemline|nodejs|process)_\w+|up(?=\{))/g)].map(([name]) => name)
}

async function metricsOfApp() {
  const { db, pool } = await testDatabase()
  const {
    scrape: { text: scrape },
  } = createMetrics({
    db,
    pool,
    replicas: { report: () => [] },
    clock: () => new Date(),
    timeZone: 'UTC',
    elapsed: () => performance.now(),
    silenceMs: () => 0,
    noteError: (error) => expect.fail(String(error)),
  })
  await runDueChecks(db, { clock: () => new Date() })
  // The ledger is read in the background.
  await expect.poll(scrape).toMatch(/^hemline_integrity_violations 0$/m)
  await expect.poll(scrape).toMatch(/^hemline_credits_owed 0$/m)
  const types = [...(await scrape()).matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  return new Map(types.map(([, name = '', type = '']) => [name, type]))
}

test('every metric of an alert rule exists', async () => {
  const metrics = await metricsOfApp()
  for (const { name, type } of await webProcessGauge()([])) metrics.set(name, String(type))
  const named = expressions.map(metricsIn)
  expect(named.filter((names) => names.length === 0)).toEqual([])
  expect(named.length).toBeGreaterThan(15)
  const unknown = named.flat().filter((name) => {
    const histogram = name.replace(/_(bucket|sum|count)$/, '')
    return !(name === OF_PROMETHEUS || metrics.has(name) || metrics.get(histogram) === 'histogram')
  })
  expect(unknown).toEqual([])
  expect(metricsIn('sum(rate(hemline_gone_total{a="hemline_b"}[5m])) > 1')).toEqual([
    'hemline_gone_total',
  ])
})

test('a rule about an increase counts new series too', () => {
  const rules = expressions.join('\n')
  const increases = [...rules.matchAll(/increase\(([^[]+)\[(\w+)\]\)/g)]
  expect(increases.length).toBeGreaterThan(2)
  for (const [, series, range] of increases)
    expect(rules).toContain(`(${series} unless ${series} offset ${range})`)
})

test('an alert fires when no process runs jobs, although their metrics are then missing', () => {
  const stalled = expressions.find((one) => one.includes('hemline_job_worker_silence_seconds >'))
  expect(stalled).toContain(
    'or (up{job="hemline"} == 1 unless on (instance) hemline_job_worker_silence_seconds)',
  )
})

test('every alert has a unique name, a severity and a summary', () => {
  const rules = ALERTS.split(/^ +- alert: /m).slice(1)
  expect(rules.length).toBe(expressions.length)
  expect(new Set(rules.map((rule) => rule.split('\n')[0])).size).toBe(rules.length)
  for (const rule of rules) {
    expect(rule).toMatch(/^ +labels: \{ severity: (critical|warning) \}$/m)
    expect(rule).toMatch(/^ +summary: \S/m)
  }
})

test('the table of metrics lists each of ours, and no others', async () => {
  const ofManager = (await webProcessGauge()([])).map(({ name }) => name)
  const ofApp = [...(await metricsOfApp()).keys()].filter((name) => name.startsWith('hemline_'))
  const ours = [...ofApp, ...ofManager]
  const table = [...OPERATIONS.matchAll(/^\| (`hemline_[^|]*) \|/gm)].map(([, names = '']) => names)
  const listed = [...table.join().matchAll(/`(hemline_\w+)/g)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual(ours.toSorted())
  expect(ours.length).toBeGreaterThan(15)
})
