import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import {
  canUse,
  type DatabaseUser,
  preferredUser,
  runsAsRoot,
  userWithId,
} from './database-user.ts'
import { makePersistentFolder, persistentFolder } from './persistent-folder.ts'
import { StartProblem } from './start-problem.ts'

/** The folder of a PostgreSQL cluster, and the user that owns it. */
export interface ClusterHome {
  folder: string
  user: DatabaseUser
}

/**
 * The cluster of `dataDir`: inside it, or, if the database's user cannot enter it, in a permanent
 * folder under the id stored in `dataDir`. An existing cluster is never abandoned for a new one.
 */
export function findClusterHome(dataDir: string, say: (line: string) => void): ClusterHome {
  const inside = join(dataDir, 'postgres')
  const lasting = join(persistentFolder(), `data-${storedId(dataDir)}`)
  for (const folder of runsAsRoot() ? [inside, lasting] : [inside]) {
    refuseOtherOwner(folder)
    if (existsSync(join(folder, 'cluster'))) return existingHome(folder)
  }

  const user = preferredUser()
  makeFolderOf(user, inside)
  if (canUse(user, inside)) return { folder: inside, user }
  if (!runsAsRoot()) throw new StartProblem(`PostgreSQL cannot write to ${inside}.`)
  rmSync(inside, { recursive: true })
  makePersistentFolder('')
  makeFolderOf(user, lasting)
  if (!canUse(user, lasting)) {
    throw new StartProblem(
      `PostgreSQL runs as ${user.name}, who can access neither ${inside} nor ${lasting}. Set DATA_DIR to a folder that every user can access.`,
    )
  }
  say(
    `PostgreSQL runs as ${user.name}, who cannot access ${dataDir}: its data is stored in ${lasting}.`,
  )
  return { folder: lasting, user }
}

/** Whether there is a database of `dataDir`; changes nothing. */
export function hasCluster(dataDir: string): boolean {
  const id = join(dataDir, 'id')
  const lasting = existsSync(id) ? [`data-${readFileSync(id, 'utf8').trim()}`] : []
  const places = [
    join(dataDir, 'postgres'),
    ...lasting.map((name) => join(persistentFolder(), name)),
  ]
  return places.some((place) => existsSync(join(place, 'cluster')))
}

/** Only its owner and root can read a cluster's folder, so this comes before reading it. */
function refuseOtherOwner(folder: string): void {
  if (runsAsRoot() || !existsSync(folder)) return
  const owner = statSync(folder).uid
  if (owner === process.getuid?.()) return
  throw new StartProblem(
    `The database in ${folder} belongs to ${userWithId(owner).name}: start as that user or as root, or set another DATA_DIR.`,
  )
}

function existingHome(folder: string): ClusterHome {
  const cluster = join(folder, 'cluster')
  if (runsAsRoot() && statSync(cluster).uid === 0) chownTree(folder, preferredUser())
  const user = userWithId(statSync(cluster).uid)
  if (!canUse(user, folder)) {
    throw new StartProblem(
      `The database in ${folder} belongs to ${user.name}, who can no longer access that folder. Make its parent folders accessible (chmod o+x), or move DATA_DIR.`,
    )
  }
  // PostgreSQL refuses a cluster that was copied with other file modes.
  chmodSync(cluster, 0o700)
  return { folder, user }
}

/** A cluster copied or unpacked by root belongs to root, and PostgreSQL never runs as root. */
function chownTree(folder: string, user: DatabaseUser): void {
  if (user.uid === undefined || user.gid === undefined) return
  chownSync(folder, user.uid, user.gid)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, name), user.uid, user.gid)
  }
}

export function makeFolderOf(user: DatabaseUser, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
}

/** Creates the data folder if it is missing. If root creates it, other users can pass through. */
export function makeDataFolder(dataDir: string): string {
  try {
    if (mkdirSync(dataDir, { recursive: true }) && runsAsRoot()) chmodSync(dataDir, 0o711)
    return realpathSync(dataDir)
  } catch (error) {
    throw new StartProblem(`The data folder ${dataDir} cannot be created: ${String(error)}`)
  }
}

/**
 * Logs contain what people wrote, and images show people, so other users of this machine must not
 * read them.
 */
export function restrictToOwner(dataDir: string): void {
  for (const [name, mode] of [
    ['postgres.log.old', 0o600],
    ['images', 0o700],
  ] as const) {
    const path = join(dataDir, name)
    if (existsSync(path)) chmodSync(path, mode)
  }
}

function storedId(dataDir: string): string {
  const file = join(dataDir, 'id')
  if (!existsSync(file)) {
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, `${randomUUID()}\n`)
    try {
      linkSync(unfinished, file)
    } catch (error) {
      if (!existsSync(file)) throw error
    } finally {
      rmSync(unfinished, { force: true })
    }
  }
  return readFileSync(file, 'utf8').trim()
}
