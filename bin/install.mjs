import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawnWatched } from '../db/embedded/watched-child.mjs'
import { inOwnTurn } from './own-turn.mjs'
import { Problem, withProgress } from './progress.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const SHOWN_AFTER_SECONDS = 60

// Written last, so that an interrupted install has none and is repeated.
const stampIn = (folder) => join(folder, 'node_modules/.installed-from')

/** Installs exactly what the lockfile says, unless that is installed already. */
export async function install() {
  if (isInstalled()) return
  await inOwnTurn(root, 'install', async () => {
    if (isInstalled()) return
    rmSync(stampIn(root), { force: true })
    await withProgress('Installing packages', runNpm)
    stampInstall(root)
  })
}

function isInstalled() {
  const stamp = stampIn(root)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampFor(root)
}

/** Records that the packages in this folder are those of its lockfile. */
export function stampInstall(folder) {
  writeFileSync(stampIn(folder), stampFor(folder))
}

function stampFor(folder) {
  const lockfile = createHash('sha256').update(readFileSync(join(folder, 'package-lock.json')))
  return `${lockfile.digest('hex')} ${process.platform}-${process.arch}\n`
}

async function runNpm() {
  const { command, args } = npmCommand()
  const child = spawnWatched(
    command,
    [
      ...args,
      'ci',
      // Required by the build, even if the environment or a personal .npmrc omits it.
      ...['--include=dev', '--include=optional', '--include=peer'],
      ...['--package-lock', '--no-package-lock-only', '--no-dry-run', '--no-global'],
      ...['--no-audit', '--no-fund', '--no-progress', '--install-strategy=hoisted'],
    ],
    // An interrupted install is repeated, so npm, which ignores signals, is not waited for.
    { cwd: root, env: environmentForNpm(), output: 'pipe', patience: 2 },
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
}

/** The npm that started us, or the one in the path. */
function npmCommand() {
  const path = process.env.npm_execpath
  return path && basename(path) === 'npm-cli.js'
    ? { command: process.execPath, args: [path] }
    : { command: 'npm', args: [] }
}

function environmentForNpm() {
  const unwanted =
    /^(node_env|npm_config_(omit|only|also|production|dev|optional|dry_run|global|location|workspace|workspaces|prefix|local_prefix|package_lock|package_lock_only|install_strategy|os|cpu|libc))$/i
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
