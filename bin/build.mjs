import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { spawnWatched } from '../db/embedded/watched-child.mjs'
import { withFolderLock } from './folder-lock.mjs'
import { install, root } from './install.mjs'
import { findNode } from './node-24.mjs'
import { main, Problem, say, withProgress } from './progress.mjs'

const builds = join(root, 'build')
const recentBuilds = 4
/** Builds unused for this long can be removed. A running server still reads its own. */
const unusedDays = 7
const sources = [
  ...['app', 'domain', 'gateways', 'db', 'demo', 'packages', 'server', 'public'],
  ...['package.json', 'package-lock.json', 'tsconfig.json'],
  ...['react-router.config.ts', 'vite.config.ts'],
]

/**
 * The folder with the build of the current source, built if it is missing. Each version of the
 * source has its own folder, so a build does not disturb a server that runs from another.
 */
export async function build() {
  const folder = join(builds, sourceHash())
  if (!existsSync(folder)) {
    await withFolderLock(root, 'build', async () => {
      if (!existsSync(folder)) await withProgress('Building', () => buildInto(folder))
    })
  }
  rememberUse(folder)
  return folder
}

/** Marks a build as used, so that it is not removed. Other users clean up their own folders. */
function rememberUse(folder) {
  try {
    utimesSync(folder, new Date(), new Date())
  } catch (error) {
    if (!['EPERM', 'EACCES', 'EROFS'].includes(error.code)) throw error
  }
}

async function buildInto(folder) {
  mkdirSync(builds, { recursive: true })
  removeOldBuilds()
  const unfinished = join(builds, '.unfinished')
  rmSync(unfinished, { recursive: true, force: true })
  const command = join(root, 'node_modules/@react-router/dev/bin.cjs')
  const child = spawnWatched(findNode(), [command, 'build'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HEMLINE_BUILD_DIR: relative(root, unfinished),
    },
    output: 'pipe',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const { code, why } = await child.ended
  if (code !== 0) throw new Problem(`${output.trim()}\nThe build failed (${why}).`)
  renameSync(unfinished, folder)
}

function removeOldBuilds() {
  const usedAt = (name) => statSync(join(builds, name)).mtimeMs
  const old = readdirSync(builds)
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .sort((a, b) => usedAt(b) - usedAt(a))
    .slice(recentBuilds - 1)
    .filter((name) => usedAt(name) < Date.now() - unusedDays * 86_400_000)
  for (const name of old) rmSync(join(builds, name), { recursive: true })
}

export function sourceHash() {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(filesIn).filter((path) => !/\.test\.tsx?$/.test(path))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

function filesIn(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`))
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    await install('shop')
    say(await build())
  })
}
