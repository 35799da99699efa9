import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { leftoversOf } from '#test/leftovers.ts'
import { build } from '../../bin/build.mjs'
import { withFolderLock } from '../../bin/folder-lock.mjs'
import { root, stampInstall } from '../../bin/install.mjs'

const notCopied = ['node_modules', 'build', 'data', 'docs', 'test', 'tools', 'coverage']

interface Packages {
  /**
   * Copies the packages, for a test that removes some or must not depend on other folders. All
   * other tests use links to the packages here, which are much cheaper.
   */
  readonly ownPackages?: boolean
}

/**
 * A copy of this project as after an earlier start: with its packages, its build and, with
 * `withData`, its data.
 */
export async function copyProject({
  withData = true,
  ownPackages = false,
}: Packages & { readonly withData?: boolean } = {}): Promise<string> {
  const folder = mkdtempSync('/tmp/hemline-life-')
  copyInto(folder, join(await openedOnce(), 'build'), { ownPackages })
  if (withData) await copyData(join(folder, 'data'))
  return folder
}

/** A copy of the data folder of a shop that was started once: migrated, without demo data. */
export async function copyData(to: string): Promise<void> {
  const from = join(await openedOnce(), 'data')
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

/** The project that all test files copy: the first file that needs it starts and stops it. */
async function openedOnce(): Promise<string> {
  const folder = inject('openedOnce')
  const project = join(folder, 'project')
  await withFolderLock(folder, 'first start', async () => {
    if (existsSync(project)) return
    const unfinished = mkdtempSync(join(folder, 'life-'))
    const built = await build()
    const builds = `${unfinished}-build`
    mkdirSync(builds)
    copyTree(built, join(builds, basename(built)))
    copyInto(unfinished, builds)
    const run = npmStart(unfinished)
    await run.opened()
    process.kill(run.npm, 'SIGTERM')
    await run.ended
    await waitForProcesses(unfinished)
    renameSync(unfinished, project)
  })
  return project
}

function copyInto(folder: string, builds: string, { ownPackages = false }: Packages = {}): void {
  // Accessible to every user, because some tests run as another one.
  chmodSync(folder, 0o755)
  for (const name of readdirSync(root)) {
    if (notCopied.includes(name) || (name.startsWith('.') && name !== '.npmrc')) continue
    cpSync(join(root, name), join(folder, name), { recursive: true })
  }
  copyTree(builds, join(folder, 'build'))
  const packages = join(folder, 'node_modules')
  if (ownPackages) copyTree(join(root, 'node_modules'), packages)
  else linkEach(join(root, 'node_modules'), packages)
  rmSync(join(packages, '.installed-from'), { force: true })
  stampInstall(folder, 'everything')
}

/** Links each package, so that files written into the folder itself, such as caches, stay in it. */
function linkEach(from: string, to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    if (name === '.bin' || !name.startsWith('.')) symlinkSync(join(from, name), join(to, name))
  }
}

/** Makes hard links, so that files removed from one stay in the other; copies between disks. */
function copyTree(from: string, to: string): void {
  if (spawnSync('cp', ['-al', from, to]).status === 0) return
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}

export interface Run {
  /** The process id of npm. */
  npm: number
  output(): string
  /** The address of the app, once printed. Throws if the run ends first. */
  opened(): Promise<string>
  ended: Promise<number | null>
}

const running = new Set<ChildProcess>()

interface RunOptions {
  env?: NodeJS.ProcessEnv
  user?: { uid: number; gid: number }
}

/** `npm start` in a fresh shell in that folder. */
export function npmStart(folder: string, options: RunOptions = {}): Run {
  return npmRun(folder, 'start', options)
}

/**
 * `npm run SCRIPT` in a fresh shell in that folder, without the demo data, which takes long.
 */
export function npmRun(folder: string, script: string, { env = {}, user }: RunOptions = {}): Run {
  const child = spawn('npm', ['run', script], {
    cwd: folder,
    env: { ...cleanEnvironment(), PORT: '0', SEED_DEMO: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  let hasEnded = false
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      hasEnded = true
      running.delete(child)
      resolve(code)
    })
  })
  return {
    npm: child.pid ?? 0,
    output: () => output,
    ended,
    opened: async () => {
      for (;;) {
        const url = /Hemline is running at (\S+)/.exec(output)?.[1]
        if (url) return url
        if (hasEnded) throw new Error(`it ended before it was open:\n${output}`)
        await sleep(20)
      }
    },
  }
}

/** The environment without the variables set by the test runner and its npm. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const stored = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_|vitest|test$|node_env$|node_options$|node_path$|init_cwd$|color$|force_color$)/i.test(
        name,
      ),
  )
  const path = (process.env.PATH ?? '').split(delimiter)
  return {
    ...Object.fromEntries(stored),
    PATH: path.filter((folder) => !folder.includes('node_modules')).join(delimiter),
  }
}

/**
 * Waits until no process of a run in these folders is left; throws after about a minute, naming the
 * remaining ones.
 */
export async function waitForProcesses(...folders: string[]): Promise<void> {
  for (let waits = 0; leftoversOf(folders).length > 0; waits += 1) {
    if (waits > 600) {
      const found = leftoversOf(folders).map(({ pid, command }) => `${pid} ${command.slice(-100)}`)
      throw new Error(`left behind:\n${found.join('\n')}`)
    }
    // Reading /proc takes much longer than it takes the processes to end.
    await sleep(100)
  }
}

export async function removeProject(folder: string): Promise<void> {
  for (const child of running) child.kill()
  if (!existsSync(folder)) return
  await waitForProcesses(folder)
  rmSync(folder, { recursive: true })
}
