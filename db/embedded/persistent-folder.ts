import { chmodSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { runsAsRoot } from './database-user.ts'
import { StartProblem } from './start-problem.ts'

/**
 * The folder for files that the database's user cannot reach below the project. It survives a
 * reboot.
 */
export function persistentFolder(): string {
  return runsAsRoot()
    ? '/var/lib/hemline'
    : join(process.env.XDG_DATA_HOME || join(homedir(), '.local/share'), 'hemline')
}

export function makePersistentFolder(name: string): string {
  const folder = join(persistentFolder(), name)
  try {
    mkdirSync(folder, { recursive: true })
    // The database's user has to pass through, whatever our umask is.
    for (const path of [persistentFolder(), folder]) chmodSync(path, 0o755)
    return folder
  } catch (error) {
    throw new StartProblem(`The folder ${folder} cannot be created: ${String(error)}`)
  }
}
