import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canUse, type DatabaseUser } from './database-user.ts'
import { StartProblem } from './start-problem.ts'

export function makeSocketFolder(user: DatabaseUser): string {
  return makeFolderFor(user, shortFolders())
}

/** A socket's path is limited to 107 bytes, which the path of a temp folder can exceed. */
export function shortFolders(): string[] {
  return [tmpdir(), '/tmp', '/var/tmp'].filter((place) => Buffer.byteLength(place) < 60)
}

export function makeFolderFor(user: DatabaseUser, places: readonly string[]): string {
  for (const place of places) {
    if (!existsSync(place) || !statSync(place).isDirectory()) continue
    const folder = tryMakeFolder(place, user)
    if (folder && canUse(user, folder)) return folder
    if (folder) rmSync(folder, { recursive: true })
  }
  throw new StartProblem(
    `PostgreSQL runs as ${user.name}, who cannot write to any of these folders for its socket: ${places.join(', ')}.`,
  )
}

function tryMakeFolder(place: string, { uid, gid }: DatabaseUser): string | null {
  try {
    const folder = mkdtempSync(join(place, 'hemline-'))
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
    return folder
  } catch {
    return null
  }
}

/** The socket folder is removed when a server ends; this creates it again for the next server. */
export function recreateFolder(folder: string, { uid, gid }: DatabaseUser): void {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (found === undefined) {
    mkdirSync(folder, { mode: 0o700 })
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  } else if (!found.isDirectory() || found.uid !== (uid ?? process.getuid?.())) {
    throw new StartProblem(
      `${folder}, the folder for PostgreSQL's socket, belongs to another user.`,
    )
  }
}

/**
 * Removes the socket folders of earlier starts on this cluster that were killed. Only for the
 * holder of the cluster's lock: then no server listens there.
 */
export function removeStaleSockets(cluster: string): void {
  for (const place of new Set(shortFolders())) {
    if (!existsSync(place)) continue
    for (const name of readdirSync(place)) {
      if (/^hemline-\w{6}$/.test(name) && isSocketOf(cluster, join(place, name)))
        rmSync(join(place, name), { recursive: true, force: true })
    }
  }
}

/** The second line of a socket's lock file names the cluster. */
function isSocketOf(cluster: string, folder: string): boolean {
  try {
    const lock = join(folder, '.s.PGSQL.5432.lock')
    return readFileSync(lock, 'utf8').split('\n')[1] === cluster
  } catch {
    return false
  }
}
