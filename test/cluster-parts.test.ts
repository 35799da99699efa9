import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSettings } from '#server/settings.ts'
import { failingSeconds, median, type Probe } from './cluster/failing.ts'
import { isWhole, type Member } from './cluster/patroni.ts'
import { fill, settingsIn } from './cluster/templates.ts'

const probe = (began: number, ended: number, isFine: boolean): Probe => ({
  kind: 'writes',
  began,
  ended,
  isFine,
  answer: isFine ? '200' : '503',
})
const window = { at: 10_000, until: 60_000 }

test('requests fail from the fault until one that began after the last failed one succeeds', () => {
  const probes = [
    probe(9_900, 10_100, false),
    probe(12_000, 12_100, true),
    probe(13_000, 23_000, false),
    // Began before the last failure.
    probe(12_900, 24_000, true),
    probe(13_100, 25_500, true),
  ]
  expect(failingSeconds(probes, 'writes', window)).toBe(15.5)
  expect(failingSeconds(probes, 'pages of people', window)).toBe(0)
})

test('what another fault has cut does not count, and what never works again is not forgotten', () => {
  const others = [probe(9_000, 9_500, false), probe(59_000, 61_000, false)]
  expect(failingSeconds(others, 'writes', window)).toBe(0)
  const forGood = [probe(11_000, 12_000, false), probe(12_000, 13_000, false)]
  expect(failingSeconds(forGood, 'writes', window)).toBe(Number.POSITIVE_INFINITY)
})

test('the median of an even number is the upper one', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 3, 2])).toBe(3)
  expect(median([])).toBeNaN()
})

const leader: Member = { name: 'node1', role: 'leader', state: 'running', timeline: 3 }
const standby: Member = { name: 'node2', role: 'sync_standby', state: 'running', timeline: 3 }
const replica: Member = { name: 'node3', role: 'replica', state: 'streaming', timeline: 3 }

test.for<[readonly Member[], boolean, string]>([
  [[leader, standby, replica], true, 'a synchronous standby and a replica follow the leader'],
  [[leader, { ...replica, name: 'node2' }, replica], false, 'no standby is synchronous'],
  [[leader, standby], false, 'a node is missing'],
  [[leader, standby, { ...replica, timeline: 2 }], false, 'a node is on the old timeline'],
  [[leader, standby, { ...replica, state: 'starting' }], false, 'a node is starting'],
  [[{ ...leader, role: 'replica' }, standby, replica], false, 'there is no leader'],
  [[{ ...leader, state: 'stopped' }, standby, replica], false, 'the leader does not run'],
])('a cluster is whole or not: %#', ([members, whole, why]) => {
  expect([why, isWhole(members)]).toEqual([why, whole])
})

test('a word that is not given is refused, and comments stay', () => {
  const hole = (name: string) => `$\{${name}}`
  const template = `# ${hole('…')}\na = ${hole('A_1')}`
  expect(fill(template, { A_1: 2 })).toBe(`# ${hole('…')}\na = 2`)
  expect(() => fill(hole('B'), {})).toThrow('nothing is given for B')
})

test('the settings of the apps of a cluster are valid and documented', () => {
  const text = readFileSync('deploy/cluster/hemline.env', 'utf8')
  const env = settingsIn(text.replaceAll(/\$\{[A-Z0-9_]+\}/g, 'word'))
  const settings = readSettings({
    ...env,
    // Three replicas, which differ once the words are filled in.
    DATABASE_REPLICA_URL: 'postgres://a.example/shop,postgres://b.example/shop',
    MAIL: 'local',
    PAYMENTS: 'sandbox',
    SESSION_SECRET: 'a secret for tests that is long enough',
  })
  expect(settings).toMatchObject({ preparedStatements: false, replicas: { maxLagSeconds: 60 } })
  const readme = readFileSync('README.md', 'utf8')
  for (const name of Object.keys(env)) expect(readme).toContain(`\`${name}\``)
})

test('every file of the cluster is a template that the test of the cluster uses', () => {
  const sources = readdirSync('test/cluster').map((file) =>
    readFileSync(`test/cluster/${file}`, 'utf8'),
  )
  for (const file of readdirSync('deploy/cluster')) expect(sources.join()).toContain(`'${file}'`)
})
