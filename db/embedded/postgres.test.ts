import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { leftoversOf } from '#test/leftovers.ts'
import { makeFolderOf } from './cluster-home.ts'
import { preferredUser } from './database-user.ts'
import { type SocketConnection, startEmbeddedPostgres, startThrowAwayPostgres } from './postgres.ts'
import { StartProblem } from './start-problem.ts'

/** A folder that every user can pass through, like one that contains a project. */
function placeForData(): string {
  const folder = passableFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'data')
}

function passableFolder(): string {
  const folder = mkdtempSync('/tmp/hemline-postgres-')
  chmodSync(folder, 0o755)
  return folder
}

let made: Promise<string> | undefined
afterAll(async () => {
  if (made) rmSync(dirname(await made), { recursive: true })
})

/** The same, with the data of a first start: copying it is much faster than creating it. */
async function placeWithData(): Promise<string> {
  made ??= makeData()
  const dataDir = placeForData()
  execFileSync('cp', ['-a', await made, dataDir])
  return dataDir
}

/** A first start, after one that was interrupted. */
async function makeData(): Promise<string> {
  const dataDir = join(passableFolder(), 'data')
  mkdirSync(dataDir)
  makeFolderOf(preferredUser(), join(dataDir, 'postgres'))
  makeFolderOf(preferredUser(), join(dataDir, 'postgres/cluster.new'))
  writeFileSync(join(dataDir, 'postgres/cluster.new/PG_VERSION'), '1')
  const postgres = await startEmbeddedPostgres({ dataDir })
  await postgres.stop()
  return dataDir
}

async function start(dataDir: string, onLog?: (line: string) => void) {
  const postgres = await startEmbeddedPostgres({ dataDir, ...(onLog && { onLog }) })
  onTestFinished(() => postgres.stop())
  return postgres
}

async function ask(connection: SocketConnection, question: string) {
  const client = new Client({ ...connection })
  await client.connect()
  try {
    return (await client.query(question)).rows[0]
  } finally {
    await client.end()
  }
}

test('data survives a restart, the server is reachable only by its socket and ignores the host’s time zone and locale', async () => {
  const dataDir = await placeWithData()
  const first = await start(dataDir)
  await ask(first.connection, 'create table kept as select 7 as number')
  await first.stop()
  expect(existsSync(first.connection.host)).toBe(false)

  const second = await start(dataDir)
  expect(
    await ask(
      second.connection,
      `select number, current_setting('listen_addresses') as addresses, current_setting('timezone') as zone,
         (select datlocprovider::text || ' ' || datlocale from pg_database where datname = current_database()) as locale
       from kept`,
    ),
  ).toEqual({ number: 7, addresses: '', zone: 'UTC', locale: 'b C.UTF-8' })
})

test('only one process at a time can use the data, even by another path', async () => {
  const dataDir = await placeWithData()
  await start(dataDir)
  symlinkSync('data', `${dataDir}-link`)
  for (const path of [dataDir, `${dataDir}-link`]) {
    const refusal = startEmbeddedPostgres({ dataDir: path })
    await expect(refusal).rejects.toThrow(StartProblem)
    await expect(refusal).rejects.toThrow(`in use by process ${process.pid}`)
  }
})

test('a copy of a data folder in use can start next to it', async () => {
  const dataDir = await placeWithData()
  const original = await start(dataDir)
  await ask(original.connection, 'create table kept as select 7 as number')
  await ask(original.connection, 'checkpoint')
  const copied = `${dataDir}-copy`
  cpSync(dataDir, copied, { recursive: true })
  const copy = await start(copied)
  for (const { connection } of [original, copy])
    expect(await ask(connection, 'select number from kept')).toEqual({ number: 7 })
})

test('the remains of an interrupted first start are removed', async () => {
  const dataDir = await placeWithData()
  expect(readdirSync(join(dataDir, 'postgres'))).not.toContain('cluster.new')
  await start(dataDir)
  expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['alive', 'cluster', 'lock'])
})

test.for([
  'another program',
  'a zombie',
])('a pid file that names %s does not prevent a start', async (whose) => {
  const dataDir = await placeWithData()
  const first = await start(dataDir)
  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid')
  const [, ...rest] = readFileSync(pidFile, 'utf8').split('\n')
  await first.stop()
  const pid = whose === 'a zombie' ? await makeZombie() : process.pid
  writeFileSync(pidFile, [pid, ...rest].join('\n'))
  const { connection } = await start(dataDir)
  expect(await ask(connection, 'select 1 as one')).toEqual({ one: 1 })
})

/** A process that has ended and whose parent does not reap it. */
async function makeZombie(): Promise<number> {
  const parent = spawn('/bin/sh', ['-c', 'exec 3<&0; cat <&3 & echo $!; exec sleep 1000 3<&-'])
  onTestFinished(() => void parent.kill())
  const pid = await new Promise<number>((done) => {
    parent.stdout.once('data', (text) => done(Number(text)))
  })
  // A shell would reap it, so wait until `exec` has replaced the shell.
  while (readFileSync(`/proc/${parent.pid}/comm`, 'utf8') !== 'sleep\n') await sleep(10)
  parent.stdin.end()
  while (!readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) await sleep(10)
  return pid
}

function postmasterOf(dataDir: string): number {
  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid')
  return Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
}

test('a killed server is restarted at the same address, a stopped one is not', async () => {
  const dataDir = await placeWithData()
  const output: string[] = []
  const postgres = await start(dataDir, (line) => output.push(line))
  await ask(postgres.connection, 'create table kept as select 7 as number')
  const killed = postmasterOf(dataDir)
  process.kill(killed, 'SIGKILL')
  await expect
    .poll(() => ask(postgres.connection, 'select number from kept').catch(() => null))
    .toEqual({ number: 7 })
  expect(postmasterOf(dataDir)).not.toBe(killed)
  expect(output.join()).toContain('stopped unexpectedly (exit code 137): restarting it')
  await postgres.stop()
  expect(existsSync(postgres.connection.host)).toBe(false)
  // The supervising shell ends right after the server it supervised.
  await expect.poll(() => leftoversOf([dataDir])).toEqual([])
})

test('a server that cannot be restarted is reported as lost', async () => {
  const dataDir = await placeWithData()
  const postgres = await startEmbeddedPostgres({ dataDir, restartPauseMs: 20 })
  onTestFinished(() => postgres.stop())
  writeFileSync(join(dataDir, 'postgres/cluster/postgresql.auto.conf'), "no_such_setting = 'x'\n")
  process.kill(postmasterOf(dataDir), 'SIGKILL')
  expect(await postgres.lost).toContain('no_such_setting')
})

test('a server that cannot start reports the reason', async () => {
  const dataDir = await placeWithData()
  await (await start(dataDir)).stop()
  writeFileSync(join(dataDir, 'postgres/cluster/postgresql.auto.conf'), "no_such_setting = 'x'\n")
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
    /PostgreSQL did not start[\s\S]*no_such_setting/,
  )
  // Its supervising shell has been told to end as well.
  await expect.poll(() => leftoversOf([dataDir])).toEqual([])
})

test('socket folders left by a sudden end are removed by the next start', async () => {
  const dataDir = await placeWithData()
  const left = mkdtempSync(join(tmpdir(), 'hemline-'))
  const foreign = mkdtempSync(join(tmpdir(), 'hemline-'))
  onTestFinished(() => rmSync(foreign, { recursive: true }))
  const lockOf = (cluster: string) => `12345\n${cluster}\n1700000000\n5432\n`
  writeFileSync(join(left, '.s.PGSQL.5432.lock'), lockOf(join(dataDir, 'postgres/cluster')))
  writeFileSync(join(foreign, '.s.PGSQL.5432.lock'), lockOf('/somewhere/else/cluster'))
  await start(dataDir)
  expect([existsSync(left), existsSync(foreign)]).toEqual([false, true])
})

test('only their owner can read the log and the images', async () => {
  const dataDir = await placeWithData()
  mkdirSync(join(dataDir, 'images'), { mode: 0o755 })
  await start(dataDir)
  const modeOf = (name: string) => statSync(join(dataDir, name)).mode & 0o777
  expect([modeOf('postgres.log'), modeOf('postgres.log.old'), modeOf('images')]).toEqual([
    0o600, 0o600, 0o700,
  ])
})

test('an error explained by the log is reported with a solution', async () => {
  const dataDir = await placeWithData()
  const postgres = await start(dataDir)
  const error = new Error('Postgres connection has been discarded')
  expect(postgres.explain(error)).toBe(error)
  appendFileSync(
    join(dataDir, 'postgres.log'),
    'PANIC:  could not write to file "pg_wal/xlogtemp.1": No space left on device\n',
  )
  expect(String(postgres.explain(error))).toContain('The disk is full: make room and start again')
  writeFileSync(
    join(dataDir, 'postgres.log'),
    'FATAL:  could not open shared memory segment "/PostgreSQL.1": No such file or directory\n',
  )
  expect(String(postgres.explain(error))).toContain('docker run --shm-size=64m')
})

/** Runs a command without shared memory, as in some containers. */
const [unshare = '', ...unshared] = ['unshare', '--mount', '--fork', 'sh', '-c']
const canUnshare =
  spawnSync(unshare, [...unshared, 'mount -t tmpfs -o ro tmpfs /dev/shm']).status === 0

test.runIf(canUnshare).for([
  ['read-only', 'ro'],
  ['tiny', 'size=64k'],
])('data created elsewhere can be used where /dev/shm is %s', async ([, options]) => {
  const dataDir = await placeWithData()
  const start = join(dirname(dataDir), 'start.ts')
  writeFileSync(
    start,
    `import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)}
     const postgres = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
     console.log('it is up')
     await postgres.stop()`,
  )
  const mount = `mount -t tmpfs -o ${options} tmpfs /dev/shm && exec "$0" "$1"`
  const { stdout, stderr } = spawnSync(unshare, [...unshared, mount, process.execPath, start], {
    encoding: 'utf8',
  })
  expect(stdout, stderr).toContain('it is up')
})

test('a temporary server leaves no files', async () => {
  const { connection, stop } = await startThrowAwayPostgres()
  expect(await ask(connection, "select current_setting('fsync') as fsync")).toEqual({
    fsync: 'off',
  })
  await stop()
  expect(existsSync(connection.host)).toBe(false)
})

test('a temporary server begins with the data of a stored one', async () => {
  const folder = passableFolder()
  const storeAs = join(folder, 'stored')
  const first = await startThrowAwayPostgres({ storeAs })
  await ask(first.connection, 'create table kept as select 7 as n')
  await first.stop()
  expect(existsSync(first.connection.host)).toBe(false)
  for (const n of [7, 7]) {
    const { connection, stop } = await startThrowAwayPostgres({ copyOf: storeAs })
    expect(await ask(connection, 'select n from kept')).toEqual({ n })
    await ask(connection, 'drop table kept')
    await stop()
  }
})
