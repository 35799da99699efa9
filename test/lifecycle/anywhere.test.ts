import { randomUUID } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { preferredUser, runsAsRoot } from '#db/embedded/database-user.ts'
import { persistentFolder } from '#db/embedded/persistent-folder.ts'
import { leftoversOf } from '#test/leftovers.ts'
import { withFolderLock } from '../../bin/folder-lock.mjs'
import { copyProject, npmStart, type Run, removeProject, waitForProcesses } from './project.ts'

let project = ''

beforeAll(async () => {
  project = await copyProject({ withData: false, ownPackages: true })
})
afterAll(() => removeProject(project))

/**
 * Lets only one run of the test at a time proceed on this machine, until the test ends: each run
 * checks for copied programs and removes its own.
 */
async function inTurn(): Promise<void> {
  const [begun, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const turn = withFolderLock(dirname(persistentFolder()), 'lasting place', () => {
    begun.resolve()
    return finished.promise
  })
  onTestFinished(() => {
    finished.resolve()
    return turn
  })
  await begun.promise
}

async function stop(run: Run): Promise<void> {
  process.kill(run.npm, 'SIGTERM')
  await run.ended
}

test.runIf(runsAsRoot())('a normal user can start a shop that root has installed', async () => {
  const home = mkdtempSync('/tmp/hemline-user-')
  onTestFinished(() => rmSync(home, { recursive: true }))
  const { uid = 0, gid = 0 } = preferredUser()
  chownSync(home, uid, gid)
  const run = npmStart(project, {
    user: { uid, gid },
    env: { HOME: home, DATA_DIR: join(home, 'data') },
  })
  expect((await fetch(`${await run.opened()}/healthz`)).status).toBe(200)
  expect(statSync(join(home, 'data/postgres/cluster')).uid).toBe(uid)
  expect(statSync(join(home, 'data/session-secret'))).toMatchObject({ uid, mode: 0o100600 })
  await stop(run)
  await waitForProcesses(project, home)
})

test.runIf(runsAsRoot())(
  'below a folder that only root can access, root gets a persistent database',
  async () => {
    await inTurn()
    const closed = mkdtempSync('/tmp/hemline-closed-')
    const programs = join(persistentFolder(), 'programs')
    const hadPrograms = existsSync(programs)
    const place = join(closed, 'project')
    renameSync(project, place)
    onTestFinished(() => {
      if (existsSync(place)) renameSync(place, project)
      rmSync(closed, { recursive: true })
      const isUsed = leftoversOf([programs]).length > 0
      if (!hadPrograms && !isUsed) rmSync(programs, { recursive: true, force: true })
    })
    const id = randomUUID()
    const lasting = join(persistentFolder(), `data-${id}`)
    onTestFinished(() => rmSync(lasting, { recursive: true, force: true }))
    mkdirSync(join(place, 'closed-data'))
    writeFileSync(join(place, 'closed-data/id'), id)
    const env = { DATA_DIR: 'closed-data' }

    const first = npmStart(place, { env })
    expect((await fetch(`${await first.opened()}/healthz`)).status).toBe(200)
    expect(first.output()).toContain(`its data is stored in ${lasting}`)
    expect(readdirSync(join(place, 'closed-data'))).not.toContain('postgres')
    await stop(first)
    await waitForProcesses(place, lasting)

    // Even after the folder has been made accessible, the data stays where it is.
    renameSync(place, project)
    const second = npmStart(project, { env })
    await second.opened()
    expect(second.output()).not.toContain('Setting up the database')
    await stop(second)
    await waitForProcesses(project, lasting)
  },
)
