import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataFolder } from '#db/embedded/cluster-home.ts'
import { StartProblem } from '#db/embedded/start-problem.ts'

/**
 * A secret of this installation: generated at first use, then stored in the data folder for its
 * owner only.
 */
export function storedSecret(dataDir: string, name: string): string {
  const file = join(makeDataFolder(dataDir), name)
  try {
    if (!existsSync(file)) makeOnce(file)
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new StartProblem(`The secret in ${file} cannot be read or created: ${String(error)}`)
  }
}

/**
 * Creates the file completely or not at all, and only once, even if several processes start at the
 * same time.
 */
function makeOnce(file: string): void {
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  try {
    linkSync(unfinished, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** Replaces the stored secret. */
export function storeSecret(dataDir: string, name: string, secret: string): void {
  const file = join(makeDataFolder(dataDir), name)
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, `${secret}\n`, { mode: 0o600 })
  renameSync(unfinished, file)
}
