import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export interface Leftover {
  pid: number
  command: string
}

/**
 * Processes that a run in one of these folders started and did not end: their working directory or
 * their command line is in it. Zombies do not count: they run nothing, and only their parent can
 * reap them.
 */
export function leftoversOf(folders: readonly string[]): Leftover[] {
  // An empty path would match every process of the machine.
  if (folders.some((folder) => folder.length < 5)) throw new Error('which folders?')
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
    .map((pid) => ({ pid, ...describe(pid) }))
    .filter(({ command, cwd }) =>
      folders.some((folder) => isIn(cwd, folder) || command.includes(folder)),
    )
    .map(({ pid, command }) => ({ pid, command }))
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

function describe(pid: number): { command: string; cwd: string } {
  try {
    const cwd = readlinkSync(`/proc/${pid}/cwd`)
    return {
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
      cwd,
    }
  } catch {
    return { command: '', cwd: '' }
  }
}

/** The processes that this process started. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && parentOf(pid) === parent)
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, can contain anything; state and parent follow it.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
