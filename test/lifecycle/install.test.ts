import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { preferredUser, runsAsRoot } from '#db/embedded/database-user.ts'
import { leftoversOf } from '#test/leftovers.ts'
import { waitForProcesses } from './project.ts'
import { makeTinyProjects } from './tiny-project.ts'

let projects: Awaited<ReturnType<typeof makeTinyProjects>>
beforeAll(async () => {
  projects = await makeTinyProjects()
})
afterAll(() => projects.remove())

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20)
}

test('packages are installed once in any environment, and again for a new lockfile', async () => {
  const { folder, allow, run, start } = projects.make()
  allow()
  const production = {
    NODE_ENV: 'production',
    npm_config_omit: 'dev,optional',
    NPM_CONFIG_PRODUCTION: 'true',
  }
  const first = run(production, { program: 'npm test' })
  expect(await first.ended, first.output()).toBe(0)
  expect(readdirSync(join(folder, 'node_modules'))).toEqual(
    expect.arrayContaining(['slow', 'spare', 'needed']),
  )
  expect(first.output()).toContain('Installing packages')

  const second = run()
  expect(await second.ended).toBe(0)
  expect(second.output()).not.toContain('Installing packages')

  writeFileSync(join(folder, 'package-lock.json'), '\n', { flag: 'a' })
  const third = start()
  expect(await third.ended).toBe(0)
  expect(third.output()).toContain('Installing packages')
  // A start needs fewer packages, but keeps those of the tests.
  expect(installed(folder)).toEqual(['needed', 'slow', 'spare'])
})

const installed = (folder: string) =>
  readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))

/** Marks a package with a file, to see whether it is replaced under a running shop. */
const open = (folder: string) => writeFileSync(join(folder, 'node_modules/needed/open'), '')

/** The installed version of the package, and whether the mark is still there. */
function needed(folder: string) {
  const read = (name: string) => readFileSync(join(folder, 'node_modules/needed', name), 'utf8')
  const isOpen = existsSync(join(folder, 'node_modules/needed/open'))
  return { version: JSON.parse(read('package.json')).version, isOpen }
}

test('packages of a new lockfile replace the old ones only once they are complete', async () => {
  const { folder, busy, allow, forbid, run, start, update } = projects.make()
  allow()
  expect(await run().ended).toBe(0)
  open(folder)
  update('needed')

  for (const isKilled of [true, false]) {
    forbid()
    const updating = start()
    await until(() => existsSync(busy))
    expect(needed(folder)).toEqual({ version: '1.0.0', isOpen: true })
    if (isKilled) process.kill(updating.pid, 'SIGKILL')
    else allow()
    expect(await updating.ended).toBe(isKilled ? null : 0)
    await waitForProcesses(folder)
  }
  expect(needed(folder)).toEqual({ version: '2.0.0', isOpen: false })
  expect(installed(folder)).toEqual(['needed', 'slow', 'spare'])
  expect(existsSync(join(folder, '.install'))).toBe(false)
  for (const lockfile of ['package-lock.json', 'node_modules/.package-lock.json'])
    expect(readFileSync(join(folder, lockfile), 'utf8')).not.toContain('127.0.0.1')
})

test('a failed download leaves the old packages usable', async () => {
  const { folder, start, update, withdraw } = projects.make()
  expect(await start().ended).toBe(0)
  open(folder)
  const files = ['package.json', 'package-lock.json'].map((name) => join(folder, name))
  const earlier = files.map((file) => readFileSync(file))
  update('spare')
  update('needed')
  withdraw('needed', '2.0.0')

  const failed = start()
  expect(await failed.ended).toBe(1)
  expect(failed.output()).toContain('The packages could not be installed')
  expect(needed(folder)).toEqual({ version: '1.0.0', isOpen: true })
  expect(existsSync(join(folder, '.install'))).toBe(false)
  for (const [index, file] of files.entries()) writeFileSync(file, earlier[index] ?? '')
  const again = start()
  expect(await again.ended).toBe(0)
  expect(again.output()).not.toContain('Installing')
})

test('a start installs what the shop needs; a test only adds the other packages', async () => {
  const { folder, allow, run, start } = projects.make()
  allow()
  const first = start()
  expect(await first.ended, first.output()).toBe(0)
  expect(installed(folder)).toEqual(['needed', 'spare'])
  open(folder)

  const second = run()
  expect(await second.ended, second.output()).toBe(0)
  expect(second.output()).toContain('Installing the packages of the tests')
  expect(installed(folder)).toEqual(['needed', 'slow', 'spare'])
  expect(needed(folder).isOpen).toBe(true)

  for (const third of [start(), run()]) {
    expect(await third.ended).toBe(0)
    expect(third.output()).not.toContain('Installing')
  }
})

test('when adding the rest is interrupted, the shop starts and the next test adds it', async () => {
  const { folder, busy, allow, run, start } = projects.make()
  expect(await start().ended).toBe(0)
  const first = run({}, { program: 'npm test' })
  await until(() => existsSync(busy))
  process.kill(first.pid, 'SIGKILL')
  await waitForProcesses(folder)
  // An interrupted npm may leave an incomplete package.
  const slow = join(folder, 'node_modules/slow/package.json')
  mkdirSync(join(slow, '..'), { recursive: true })
  writeFileSync(slow, JSON.stringify({ name: 'slow', version: '1.0.0' }))

  const second = start()
  expect(await second.ended).toBe(0)
  expect(second.output()).not.toContain('Installing')
  allow()
  const third = run()
  expect(await third.ended, third.output()).toBe(0)
  expect(readFileSync(slow, 'utf8')).toContain('install')
})

test.for([
  'npm',
  'bootstrap',
] as const)('an installation whose %s is killed ends and is repeated', async (who) => {
  const { folder, busy, allow, run } = projects.make()
  const first = run({}, { program: 'npm test' })
  await until(() => existsSync(busy))
  const bootstrap = leftoversOf([folder]).find(({ command }) =>
    command.endsWith('bin/install-only.mjs everything'),
  )
  if (!bootstrap) throw new Error('the bootstrap is not running')
  process.kill(who === 'npm' ? first.pid : bootstrap.pid, 'SIGKILL')
  await waitForProcesses(folder)

  allow()
  const second = run()
  expect(await second.ended, second.output()).toBe(0)
  expect(second.output()).toContain('Installing packages')
  expect(readdirSync(join(folder, 'node_modules'))).toEqual(
    expect.arrayContaining(['slow', 'spare']),
  )
})

test('of two simultaneous starts, one installs and the other waits for it', async () => {
  const { busy, allow, run } = projects.make()
  const first = run()
  await until(() => existsSync(busy))
  const second = run()
  await until(() => second.output().includes('Waiting for process'))
  allow()
  expect(await first.ended).toBe(0)
  expect(await second.ended).toBe(0)
  expect(second.output()).not.toContain('Installing packages')
})

test('a failed installation is reported with the output of npm', async () => {
  const { folder, allow, run, withdraw } = projects.make()
  allow()
  withdraw('slow', '1.0.0')
  const first = run({ npm_config_cache: join(folder, 'empty-cache') })
  expect(await first.ended).toBe(1)
  expect(first.output()).toContain('slow-1.0.0.tgz')
  expect(first.output()).toContain('The packages could not be installed')
})

test('installing works without a writable home folder', async () => {
  const { folder, allow, run } = projects.make()
  allow()
  const home = mkdtempSync('/tmp/hemline-home-')
  onTestFinished(() => rmSync(home, { recursive: true }))
  // Root can write everywhere, so another user is used.
  const { uid = 0, gid = 0 } = preferredUser()
  const user = runsAsRoot() ? { uid, gid } : undefined
  chmodSync(home, 0o555)
  if (user) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, folder])
  const cache = join(tmpdir(), `hemline-npm-${user?.uid ?? process.getuid?.() ?? 0}`)
  const isStored = existsSync(cache)
  const first = run({ HOME: home }, user)
  onTestFinished(() => {
    if (!isStored) rmSync(cache, { recursive: true, force: true })
  })
  expect(await first.ended, first.output()).toBe(0)
  expect(readdirSync(join(folder, 'node_modules'))).toContain('slow')
  expect(existsSync(cache)).toBe(true)
})

test('a slow installation shows the output of npm and stops quickly on a signal', async () => {
  const { folder, busy, run } = projects.make()
  const source = join(folder, 'bin/install.mjs')
  const patient = readFileSync(source, 'utf8')
  writeFileSync(source, patient.replace('SHOWN_AFTER_SECONDS = 60', 'SHOWN_AFTER_SECONDS = 1'))
  const first = run({}, { program: 'npm test' })
  await until(() => first.output().includes('no output from npm so far'))
  await until(() => existsSync(busy))
  const shown = performance.now()
  process.kill(first.pid, 'SIGTERM')
  await first.ended
  await waitForProcesses(folder)
  expect(performance.now() - shown).toBeLessThan(20_000)
})
