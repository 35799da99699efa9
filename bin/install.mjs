import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawnWatched } from '../db/embedded/watched-child.mjs'
import { withFolderLock } from './folder-lock.mjs'
import { Problem, withProgress } from './progress.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The package with a newer Node, for this system. */
export const nodePackage = `node-${process.platform}-${process.arch}`

const SHOWN_AFTER_SECONDS = 60

// Written last, so that an interrupted install has none and is repeated.
const stampIn = (folder) => join(folder, 'node_modules/.installed-from')

/**
 * Installs exactly what the lockfile says, unless that is installed already: for `shop`, what builds
 * and runs the shop; for `everything`, also what tests it. Never removes the latter again.
 */
export async function install(extent, folder = root) {
  if (isInstalled(extent, folder)) return
  await withFolderLock(folder, 'install', async () => {
    if (isInstalled(extent, folder)) return
    const earlier = readStamp(folder)
    if (earlier.isCurrent && earlier.extent === 'shop') return installTestPackages(folder)
    const wanted = earlier.extent === 'everything' ? 'everything' : extent
    const installAll = earlier.extent ? replacePackages : installInto
    await withProgress('Installing packages', () => installAll(folder, wanted))
  })
}

async function installInto(folder, extent) {
  await runNpm(folder, ['ci', extent === 'shop' ? '--omit=dev' : '--include=dev'])
  stampInstall(folder, extent)
}

/**
 * A shop may be running from the installed packages, and npm would delete them before it downloads
 * the new ones. So the new ones are installed beside them and replace them once complete.
 */
async function replacePackages(folder, extent) {
  const beside = join(folder, '.install')
  rmSync(beside, { recursive: true, force: true })
  mkdirSync(beside)
  try {
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
      if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(beside, name))
    }
    await installInto(beside, extent)
    renameSync(join(folder, 'node_modules'), join(beside, 'earlier'))
    renameSync(join(beside, 'node_modules'), join(folder, 'node_modules'))
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}

/** Installed packages stay unchanged, so that the shop can still start if this is interrupted. */
async function installTestPackages(folder) {
  for (const path of testPackagePaths(folder)) rmSync(path, { recursive: true, force: true })
  const args = ['install', '--no-save', '--include=dev']
  await withProgress('Installing the packages of the tests', () => runNpm(folder, args))
  stampInstall(folder, 'everything')
}

/** The folders of the test packages, or what an interrupted install has left of them. */
function testPackagePaths(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const paths = Object.keys(packages).filter((path) => packages[path].dev)
  return paths.map((path) => join(folder, path))
}

function isInstalled(wanted, folder) {
  const { isCurrent, extent } = readStamp(folder)
  return isCurrent && (wanted === 'shop' || extent === 'everything')
}

/** Records that the packages in this folder are those of its lockfile. */
export function stampInstall(folder, extent) {
  const unfinished = `${stampIn(folder)}-unfinished`
  writeFileSync(unfinished, `${contentsOf(folder)} ${extent}\n`)
  renameSync(unfinished, stampIn(folder))
}

function readStamp(folder) {
  const path = stampIn(folder)
  if (!existsSync(path)) return { isCurrent: false, extent: null }
  // Stamps without an extent are from versions that always installed everything.
  const [lockfile, system, extent = 'everything'] = readFileSync(path, 'utf8').trim().split(' ')
  return { isCurrent: `${lockfile} ${system}` === contentsOf(folder), extent }
}

function contentsOf(folder) {
  const lockfile = createHash('sha256').update(readFileSync(join(folder, 'package-lock.json')))
  return `${lockfile.digest('hex')} ${process.platform}-${process.arch}`
}

async function runNpm(folder, what) {
  const { command, args } = npmCommand()
  const child = spawnWatched(
    command,
    [
      ...args,
      ...what,
      // Required by the build, even if the environment or a personal .npmrc omits it.
      ...['--include=optional', '--include=peer'],
      ...['--package-lock', '--no-package-lock-only', '--no-dry-run', '--no-global'],
      ...['--no-audit', '--no-fund', '--no-progress', '--install-strategy=hoisted'],
    ],
    // An interrupted install is repeated, so npm, which ignores signals, is not waited for.
    { cwd: folder, env: environmentForNpm(), output: 'pipe', graceSeconds: 2 },
  )
  let output = ''
  let isShown = false
  const show = (text) => process.stdout.write(text)
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
      if (isShown) show(text)
    })
  }
  // Explains the wait.
  const slow = setTimeout(() => {
    isShown = true
    show(output || '  (no output from npm so far)\n')
  }, SHOWN_AFTER_SECONDS * 1000)
  const { code, why } = await child.ended
  clearTimeout(slow)
  if (code !== 0)
    throw new Problem(
      `${isShown ? '' : `${output.trim()}\n`}The packages could not be installed (npm: ${why}).`,
    )
  // 67 MB for compiling add-ons, which nothing here does.
  rmSync(join(folder, 'node_modules', nodePackage, 'include'), { recursive: true, force: true })
}

/** The npm that started this process, or the one in the path. */
function npmCommand() {
  const path = process.env.npm_execpath
  return path && basename(path) === 'npm-cli.js'
    ? { command: process.execPath, args: [path] }
    : { command: 'npm', args: [] }
}

function environmentForNpm() {
  const unwanted =
    /^(node_env|npm_config_(omit|include|only|also|production|dev|optional|dry_run|global|location|workspace|workspaces|prefix|local_prefix|package_lock|package_lock_only|install_strategy|os|cpu|libc))$/i
  const wanted = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !unwanted.test(name)),
  )
  return { ...wanted, npm_config_cache: cacheFolder() }
}

/** npm's own cache, or, when that is not writable, a temporary one. */
function cacheFolder() {
  const usual = process.env.npm_config_cache || join(homedir(), '.npm')
  let nearest = usual
  while (!existsSync(nearest)) nearest = dirname(nearest)
  try {
    accessSync(nearest, constants.W_OK)
    return usual
  } catch {
    return join(tmpdir(), `hemline-npm-${process.getuid?.() ?? 0}`)
  }
}
