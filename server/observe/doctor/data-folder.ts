import { constants } from 'node:fs'
import { access, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Settings } from '#server/settings/settings.ts'
import { type Found, found, reasonOf } from './check.ts'

/** Below this, the database and uploads may soon fail. */
const MIN_FREE_BYTES = 1_000_000_000

/** Checks the permissions and free space of the folder that this installation stores files in. */
export async function checkDataFolder(
  { dataDir, database, imageStore }: Pick<Settings, 'dataDir' | 'database' | 'imageStore'>,
  minFree = MIN_FREE_BYTES,
): Promise<Found> {
  if (database.kind === 'url' && imageStore.kind === 's3')
    return { skipped: 'nothing is stored on this machine' }
  const exists = await isThere(dataDir)
  const folder = exists ? dataDir : dirname(dataDir)
  const problems = [
    ...(await rightsProblems(dataDir, folder, exists)),
    ...(await spaceProblems(folder, minFree)),
  ]
  return found(problems, exists ? dataDir : `${dataDir} will be created at the first start`)
}

async function rightsProblems(dataDir: string, folder: string, exists: boolean): Promise<string[]> {
  try {
    const { uid } = await stat(folder)
    if (exists && uid !== process.getuid?.()) {
      return [
        `${dataDir} belongs to the user with the id ${uid}, and you are ${process.getuid?.()}: run this command and the shop as the same user, or give the folder to that user (chown -R).`,
      ]
    }
    if (!exists) {
      await access(folder, constants.W_OK)
      return []
    }
    const probe = join(dataDir, `doctor-${process.pid}`)
    await writeFile(probe, 'probe', { flag: 'wx' })
    await rm(probe)
    return []
  } catch (error) {
    return [
      `Files cannot be written to ${folder} (${reasonOf(error)}): give the shop's user the right to write there, free space, or set another DATA_DIR.`,
    ]
  }
}

async function spaceProblems(folder: string, least: number): Promise<string[]> {
  const space = await statfs(folder).catch(() => null)
  if (!space) return []
  const free = space.bavail * space.bsize
  if (free >= least) return []
  return [
    `Only ${Math.round(free / 1e6)} MB is free on the disk of ${folder}: free some space, or move DATA_DIR to a larger disk. On a full disk reads work and writes fail.`,
  ]
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  )
}
