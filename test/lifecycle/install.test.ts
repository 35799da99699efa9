import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
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
import { root } from '../../bin/install.mjs'
import { freshShell, nothingLeft } from './project.ts'

const template = mkdtempSync('/tmp/hemline-tiny-')
beforeAll(() => makeTinyProject(template))
afterAll(() => rmSync(template, { recursive: true }))

/**
 * A project with our bootstrap and three packages from its own folder: one that the shop needs, a
 * development dependency, and an optional one. Installing the second one waits until a file allows it.
 */
function makeTinyProject(folder: string): void {
  for (const name of ['bin', 'db/embedded', '.npmrc']) {
    cpSync(join(root, name), join(folder, name), { recursive: true })
  }
  // It is installed in a folder of its own, two levels below the project's.
  const wait = `require('fs').appendFileSync('../../busy', 'x'); setInterval(() => require('fs').existsSync('../../go') && process.exit(), 20)`
  pack(folder, 'slow', { scripts: { install: `node -e "${wait}"` } })
  pack(folder, 'spare', {})
  pack(folder, 'needed', {})
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      name: 'tiny',
      version: '1.0.0',
      type: 'module',
      scripts: {
        install: '',
        start: 'exec node bin/install-only.mjs shop',
        test: 'exec node bin/install-only.mjs everything',
      },
      dependencies: { needed: 'file:needed.tgz' },
      devDependencies: { slow: 'file:slow.tgz' },
      optionalDependencies: { spare: 'file:spare.tgz' },
      allowScripts: { slow: true },
    }),
  )
  writeFileSync(
    join(folder, 'bin/install-only.mjs'),
    "import { install } from './install.mjs'\nimport { endWithNpm } from './lifeline.mjs'\nendWithNpm()\nawait install(process.argv[2])\n",
  )
  const locking = spawnSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], {
    cwd: folder,
    env: freshShell(),
    encoding: 'utf8',
  })
  if (locking.status !== 0) throw new Error(locking.stderr)
}

function tinyProject() {
  const folder = mkdtempSync('/tmp/hemline-tiny-')
  onTestFinished(async () => {
    await nothingLeft(folder)
    rmSync(folder, { recursive: true })
  })
  cpSync(template, folder, { recursive: true })
  return {
    folder,
    busy: join(folder, 'busy'),
    allow: () => writeFileSync(join(folder, 'go'), ''),
  }
}

function pack(folder: string, name: string, extra: object): void {
  const source = join(folder, 'packages', name)
  mkdirSync(source, { recursive: true })
  writeFileSync(join(source, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...extra }))
  const archive = ['-czf', join(folder, `${name}.tgz`), '-C', source, '.']
  expect(spawnSync('tar', archive).status).toBe(0)
}

/** The programs of `npm start` and `npm test`, which run without npm where it is not part of the test. */
const PROGRAMS = {
  start: ['node', 'bin/install-only.mjs', 'shop'],
  test: ['node', 'bin/install-only.mjs', 'everything'],
  'npm test': ['npm', 'run', 'test'],
} as const

interface Circumstances {
  program?: keyof typeof PROGRAMS
  uid?: number
  gid?: number
}

/** As `npm test` does, or as `npm start`, which installs less. */
function run(
  folder: string,
  env: NodeJS.ProcessEnv = {},
  { program = 'test', ...user }: Circumstances = {},
) {
  const [command, ...args] = PROGRAMS[program]
  const child: ChildProcess = spawn(command, args, {
    cwd: folder,
    env: { ...freshShell(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const ended = new Promise((resolve) => child.once('close', resolve))
  return { pid: child.pid ?? 0, output: () => output, ended }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20)
}

test('everything is installed once, whatever the environment omits, and again for another lockfile', async () => {
  const { folder, allow } = tinyProject()
  allow()
  const production = {
    NODE_ENV: 'production',
    npm_config_omit: 'dev,optional',
    NPM_CONFIG_PRODUCTION: 'true',
  }
  const first = run(folder, production, { program: 'npm test' })
  expect(await first.ended, first.output()).toBe(0)
  expect(readdirSync(join(folder, 'node_modules'))).toEqual(
    expect.arrayContaining(['slow', 'spare', 'needed']),
  )
  expect(first.output()).toContain('Installing packages')

  const second = run(folder)
  expect(await second.ended).toBe(0)
  expect(second.output()).not.toContain('Installing packages')

  writeFileSync(join(folder, 'package-lock.json'), '\n', { flag: 'a' })
  const third = start(folder)
  expect(await third.ended).toBe(0)
  expect(third.output()).toContain('Installing packages')
  // A start needs fewer; what the tests had is not taken away.
  expect(installed(folder)).toEqual(['needed', 'slow', 'spare'])
})

const start = (folder: string) => run(folder, {}, { program: 'start' })

const installed = (folder: string) =>
  readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))

test('a start installs what the shop needs; a test adds the rest and leaves that alone', async () => {
  const { folder, allow } = tinyProject()
  allow()
  const first = start(folder)
  expect(await first.ended, first.output()).toBe(0)
  expect(installed(folder)).toEqual(['needed', 'spare'])
  // Of a shop that runs from it.
  writeFileSync(join(folder, 'node_modules/needed/open'), '')

  const second = run(folder)
  expect(await second.ended, second.output()).toBe(0)
  expect(second.output()).toContain('Installing the packages of the tests')
  expect(installed(folder)).toEqual(['needed', 'slow', 'spare'])
  expect(readdirSync(join(folder, 'node_modules/needed'))).toContain('open')

  for (const third of [start(folder), run(folder)]) {
    expect(await third.ended).toBe(0)
    expect(third.output()).not.toContain('Installing')
  }
})

test('when adding the rest is interrupted, the shop still starts, and the next test adds it', async () => {
  const { folder, busy, allow } = tinyProject()
  expect(await start(folder).ended).toBe(0)
  const first = run(folder, {}, { program: 'npm test' })
  await until(() => existsSync(busy))
  process.kill(first.pid, 'SIGKILL')
  await nothingLeft(folder)
  // What an interrupted npm may leave of a package.
  const slow = join(folder, 'node_modules/slow/package.json')
  mkdirSync(join(slow, '..'), { recursive: true })
  writeFileSync(slow, JSON.stringify({ name: 'slow', version: '1.0.0' }))

  const second = start(folder)
  expect(await second.ended).toBe(0)
  expect(second.output()).not.toContain('Installing')
  allow()
  const third = run(folder)
  expect(await third.ended, third.output()).toBe(0)
  expect(readFileSync(slow, 'utf8')).toContain('install')
})

test.for([
  'npm',
  'bootstrap',
] as const)('an install whose %s was killed ends, and is done again', async (who) => {
  const { folder, busy, allow } = tinyProject()
  const first = run(folder, {}, { program: 'npm test' })
  await until(() => existsSync(busy))
  const bootstrap = leftoversOf([folder]).find(({ command }) =>
    command.endsWith('bin/install-only.mjs everything'),
  )
  if (!bootstrap) throw new Error('the bootstrap is not running')
  process.kill(who === 'npm' ? first.pid : bootstrap.pid, 'SIGKILL')
  await nothingLeft(folder)

  allow()
  const second = run(folder)
  expect(await second.ended, second.output()).toBe(0)
  expect(second.output()).toContain('Installing packages')
  expect(readdirSync(join(folder, 'node_modules'))).toEqual(
    expect.arrayContaining(['slow', 'spare']),
  )
})

test('of two simultaneous starts, one installs and the other waits for it', async () => {
  const { folder, busy, allow } = tinyProject()
  const first = run(folder)
  await until(() => existsSync(busy))
  const second = run(folder)
  await until(() => second.output().includes('Waiting for process'))
  allow()
  expect(await first.ended).toBe(0)
  expect(await second.ended).toBe(0)
  expect(second.output()).not.toContain('Installing packages')
})

test('a failed installation is reported with the output of npm', async () => {
  const { folder, allow } = tinyProject()
  allow()
  rmSync(join(folder, 'slow.tgz'))
  const first = run(folder, { npm_config_cache: join(folder, 'empty-cache') })
  expect(await first.ended).toBe(1)
  expect(first.output()).toContain('slow.tgz')
  expect(first.output()).toContain('The packages could not be installed')
})

test('installing works without a writable home folder', async () => {
  const { folder, allow } = tinyProject()
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
  const first = run(folder, { HOME: home }, user)
  onTestFinished(() => {
    if (!isStored) rmSync(cache, { recursive: true, force: true })
  })
  expect(await first.ended, first.output()).toBe(0)
  expect(readdirSync(join(folder, 'node_modules'))).toContain('slow')
  expect(existsSync(cache)).toBe(true)
})

test('a slow installation shows the output of npm and stops quickly on a signal', async () => {
  const { folder, busy } = tinyProject()
  const source = join(folder, 'bin/install.mjs')
  const patient = readFileSync(source, 'utf8')
  writeFileSync(source, patient.replace('SHOWN_AFTER_SECONDS = 60', 'SHOWN_AFTER_SECONDS = 1'))
  const first = run(folder, {}, { program: 'npm test' })
  await until(() => first.output().includes('no output from npm so far'))
  await until(() => existsSync(busy))
  const shown = performance.now()
  process.kill(first.pid, 'SIGTERM')
  await first.ended
  await nothingLeft(folder)
  expect(performance.now() - shown).toBeLessThan(20_000)
})
