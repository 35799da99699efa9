import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

/** Whether all are installed now. Only root can install packages. */
export async function installWithApt(...names: string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing ${names.join(' and ')} with apt-get …`)
  const apt = (...args: string[]) =>
    promisify(execFile)('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 64 * 1024 * 1024,
    })
  try {
    await apt('update')
    await apt('install', '--yes', '--no-install-recommends', ...names)
    return true
  } catch {
    return false
  }
}
