import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { StartProblem } from './start-problem.ts'

/** The user that PostgreSQL runs as; without ids, the current user. */
export interface DatabaseUser {
  name: string
  uid?: number
  gid?: number
}

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0
}

/** PostgreSQL refuses to run as root, so root runs it as a user that every system has. */
export function preferredUser(): DatabaseUser {
  if (!runsAsRoot()) return { name: 'this user' }
  const users = readUsers()
  const user =
    users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody')
  if (user) return user
  throw new StartProblem(
    'PostgreSQL does not run as root, and this system has neither a user "postgres" nor "nobody". Start as a normal user.',
  )
}

export function userWithId(uid: number): DatabaseUser {
  if (uid === process.getuid?.()) return { name: 'this user' }
  return readUsers().find((user) => user.uid === uid) ?? { name: `user ${uid}`, uid, gid: uid }
}

function readUsers(): Required<DatabaseUser>[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid, gid }) => name && Number.isInteger(uid) && Number.isInteger(gid))
}

/** Tries it as that user, because modes, parent folders, mounts and access lists all matter. */
export function canUse(user: DatabaseUser, folder: string): boolean {
  return runAs(user, '/bin/sh', ['-c', 'cd "$1" && [ -w . ]', 'sh', folder]).ok
}

export function runAs(user: DatabaseUser, command: string, args: readonly string[]) {
  const { status, error, stderr } = spawnSync(command, args, {
    uid: user.uid,
    gid: user.gid,
    cwd: '/',
    env: plainEnvironment(),
    encoding: 'utf8',
  })
  return { ok: status === 0, why: error?.message ?? stderr.trim() }
}

/**
 * PostgreSQL inherits none of our environment: no PG* variables, no secrets, no locale of the host.
 */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}
