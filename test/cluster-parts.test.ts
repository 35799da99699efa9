import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '#server/settings/settings.ts'
import { failingSeconds, median, type Probe } from '#tools/cluster/failing.ts'
import { faults } from '#tools/cluster/faults.ts'
import { kindsInTurn, timesOf } from '#tools/cluster/options.ts'
import { isWhole, type Member } from '#tools/cluster/patroni.ts'
import { proxyTo } from '#tools/cluster/stalling-proxy.ts'
import { fill, filled, settingsIn } from '#tools/cluster/templates.ts'

const probe = (began: number, ended: number, isFine: boolean): Probe => ({
  kind: 'writes',
  began,
  ended,
  isFine,
  answer: isFine ? '200' : '503',
})
const window = { at: 10_000, until: 60_000 }

test('an outage ends when a request that began after the last failure succeeds', () => {
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

test('failures of another fault do not count, and an outage without an end is infinite', () => {
  const others = [probe(9_000, 9_500, false), probe(59_000, 61_000, false)]
  expect(failingSeconds(others, 'writes', window)).toBe(0)
  const forGood = [probe(11_000, 12_000, false), probe(12_000, 13_000, false)]
  expect(failingSeconds(forGood, 'writes', window)).toBe(Number.POSITIVE_INFINITY)
})

test('the median of an even number of values is the upper one', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 3, 2])).toBe(3)
  expect(median([])).toBeNaN()
})

test('fewer failovers mean fewer faults of other kinds, but at least one of each', () => {
  expect(timesOf(20, [])).toMatchObject({ primary: 20, pooler: 5, etcd: 3 })
  expect(timesOf(8, [])).toMatchObject({ primary: 8, pooler: 2, etcd: 2 })
  expect(timesOf(1, [])).toMatchObject({ primary: 1, pooler: 1, etcd: 1 })
})

test('only the chosen kinds of fault happen, and an unknown kind is refused', () => {
  const times = timesOf(20, ['etcd', 'frozen'])
  expect(kindsInTurn(times)).toEqual(['etcd', 'frozen', 'etcd', 'frozen', 'etcd', 'frozen'])
  expect(() => timesOf(20, ['etcd', 'flood'])).toThrow('no kind of fault: flood. There are primary')
})

test('the kind of fault that needs root does not happen without it, and is refused if chosen', () => {
  expect(timesOf(20, [], false)).toEqual({ ...timesOf(20, []), 'lost-network': 0 })
  expect(() => timesOf(20, ['lost-network'], false)).toThrow('only root can provoke lost-network')
})

test('the primary is killed first, and each kind of fault happens as often as planned', () => {
  const times = timesOf(20, [])
  const turns = kindsInTurn(times)
  expect(turns.slice(0, 21)).toEqual([...Array.from({ length: 20 }, () => 'primary'), 'pooler'])
  for (const [kind, expected] of Object.entries(times))
    expect([kind, turns.filter((one) => one === kind)]).toHaveProperty('1.length', expected)
})

test('each kind of fault has its own title', () => {
  const titles = Object.values(faults).map(({ title }) => title)
  expect(new Set(titles).size).toBe(Object.keys(timesOf(20, [])).length)
})

test('a cut way delivers nothing, even on new connections; joined, new ones work', async () => {
  const server = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const way = await proxyTo(port)
  onTestFinished(async () => {
    await way.close()
    server.close()
  })
  const before = await connected(way.port)
  expect(await echoOf(before)).toBe('hello')
  way.cut()
  const during = await connected(way.port)
  const arrived: unknown[] = []
  for (const socket of [before, during]) {
    socket.on('data', (data) => arrived.push(data))
    socket.write('lost')
  }
  way.join()
  expect(await echoOf(await connected(way.port))).toBe('hello')
  expect([arrived, before.destroyed, during.destroyed]).toEqual([[], false, false])
})

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

async function echoOf(socket: Socket): Promise<string> {
  socket.write('hello')
  const [data] = await once(socket, 'data')
  return String(data)
}

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

test('a template with a missing value is refused, and comments stay', () => {
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
    // Replicas must differ, and the template gives them all the same placeholder here.
    DATABASE_REPLICA_URL: 'postgres://a.example/shop,postgres://b.example/shop',
    MAIL: 'local',
    PAYMENTS: 'sandbox',
    SESSION_SECRET: 'a secret for tests that is long enough',
  })
  expect(settings).toMatchObject({ preparedStatements: false, replicas: { maxLagSeconds: 60 } })
  const readme = readFileSync('README.md', 'utf8')
  for (const name of Object.keys(env)) expect(readme).toContain(`\`${name}\``)
})

test('all parts of a cluster require TLS between each other and check certificates', () => {
  const words = new Proxy({}, { get: () => 'word', has: () => true })
  const patroni = filled('patroni.yml', words)
  expect(patroni.match(/sslmode: verify-full\n +sslrootcert: word/g)).toHaveLength(3)
  expect(patroni.match(/^ +- host\w* /gm)).toEqual(['    - hostssl ', '    - hostssl '])
  expect(filled('pgbouncer.ini', words)).toMatch(
    /client_tls_sslmode = require\n(.+\n)*server_tls_sslmode = verify-full\n/,
  )
  const etcd = settingsIn(filled('etcd.env', words))
  for (const side of ['ETCD_', 'ETCD_PEER_'])
    expect(etcd).toMatchObject({
      [`${side}CERT_FILE`]: 'word',
      [`${side}TRUSTED_CA_FILE`]: 'word',
      [`${side}CLIENT_CERT_AUTH`]: 'true',
    })
  for (const [name, value] of Object.entries(etcd))
    if (name.endsWith('_URLS')) expect([name, value]).toEqual([name, 'https://word:word'])
  expect(patroni).toMatch(/\netcd:\n(.+\n)* {2}protocol: https\n {2}cacert: word\n {2}cert: word\n/)
  expect(patroni).toMatch(
    /\nrestapi:\n(.+\n)* {2}cafile: word\n(.+\n)* {2}verify_client: optional\n/,
  )
  const checks = filled('haproxy.cfg', words).match(/ check port .+/g)
  expect(new Set(checks)).toEqual(
    new Set([' check port word check-ssl verify required ca-file word']),
  )
  const urls = Object.values(settingsIn(filled('hemline.env', words)))
    .flatMap((value) => value.split(','))
    .filter((value) => value.startsWith('postgres:'))
  expect(urls).toHaveLength(5)
  for (const url of urls) expect(url).toMatch(/\?sslmode=verify-full&sslrootcert=word$/)
})

test('every file of the cluster is a template that the test of the cluster uses', () => {
  const sources = readdirSync('tools/cluster').map((file) =>
    readFileSync(`tools/cluster/${file}`, 'utf8'),
  )
  for (const file of readdirSync('deploy/cluster')) expect(sources.join()).toContain(`'${file}'`)
})
