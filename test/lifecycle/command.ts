import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inject, onTestFinished } from 'vitest'

/** Runs a program in server/ with a data folder. */
export async function command(
  program: string,
  dataDir: string,
  { env = {}, args = [] }: { env?: NodeJS.ProcessEnv; args?: readonly string[] } = {},
) {
  // All commands of a run share a compile cache.
  const NODE_COMPILE_CACHE = join(inject('openedOnce'), 'compiled')
  const child = spawn(process.execPath, [`server/${program}.ts`, ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out, err, code: await ended }
}

/** A data folder that is removed after the test. */
export function ownFolder(): string {
  const folder = mkdtempSync('/tmp/hemline-command-')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // When run as root, the database's user is a different one and needs access.
  chmodSync(folder, 0o755)
  return folder
}
