import { spawnSync } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { childrenOf } from '#test/leftovers.ts'
import { ask } from './ask-database.ts'
import {
  copyData,
  copyProject,
  npmStart,
  type Run,
  removeProject,
  waitForProcesses,
} from './project.ts'

let project = ''
const pollOptions = { timeout: 60_000, interval: 50 }

beforeAll(async () => {
  project = await copyProject()
})
afterAll(() => removeProject(project))

const twoProcesses = { env: { WEB_PROCESSES: '2', METRICS_PORT: '0' } }

/** Waits until both processes are ready. */
async function bothServe(run: Run): Promise<void> {
  const metrics = /Metrics: (\S+)/.exec(run.output())?.[1] ?? ''
  const read = async () => (await fetch(metrics)).text()
  await expect.poll(read, pollOptions).toContain('hemline_web_processes{state="ready"} 2')
}

const isAlso = (text: string) => (pid: number) =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)

/** The bootstrap, the manager and the web processes of a run, the one that runs jobs first. */
function processesOf(run: Run) {
  const [bootstrap = 0] = childrenOf(run.npm)
  const [manager = 0] = childrenOf(bootstrap)
  const web = childrenOf(manager).filter(isAlso('server/launch.ts'))
  return { bootstrap, manager, web: web.sort((a, b) => a - b) }
}

/** Requests pages over keep-alive connections until it is stopped; returns the failures. */
function visit(url: string) {
  let isOver = false
  let answered = 0
  const failures: unknown[] = []
  const visitor = async (path: string) => {
    while (!isOver) {
      try {
        const response = await fetch(`${url}${path}`)
        await response.text()
        if (response.status !== 200) failures.push(`${path}: ${response.status}`)
        answered++
      } catch (error) {
        failures.push(error)
      }
      // Without a pause, the requests would slow down the processes that start.
      await sleep(100)
    }
  }
  const visitors = ['/', '/search', '/readyz'].map(visitor)
  return async () => {
    isOver = true
    await Promise.all(visitors)
    expect(answered).toBeGreaterThan(20)
    return failures
  }
}

/** Simulates a changed source and its build by a copy of the build folder. */
async function changeSource(): Promise<string> {
  const [built = ''] = readdirSync(join(project, 'build')).filter((name) => !name.startsWith('.'))
  appendFileSync(join(project, 'server/jobs/with-timeout.ts'), '// A newer version.\n')
  const hashing = `import(${JSON.stringify(pathToFileURL(join(project, 'bin/build.mjs')))})
    .then(({ sourceHash }) => console.log(sourceHash()))`
  const hash = spawnSync(process.execPath, ['-e', hashing, 'program'], {
    encoding: 'utf8',
  }).stdout.trim()
  expect(hash).toMatch(/^[0-9a-f]{16}$/)
  expect(hash).not.toBe(built)
  spawnSync('cp', ['-a', join(project, 'build', built), join(project, 'build', hash)])
  return hash
}

describe('one start with two web processes', () => {
  let run: Run
  let url = ''

  beforeAll(async () => {
    run = npmStart(project, twoProcesses)
    url = await run.opened()
  })

  test('when no web process can start, the program ends with their error message', async () => {
    await copyData(join(project, 'other-data'))
    const env = { ...twoProcesses.env, HOST: '0.0.0.0', DATA_DIR: 'other-data' }
    const second = npmStart(project, { env })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain('PUBLIC_URL is missing: when HOST is open')
  })

  test('a killed web process is replaced, and the others keep serving', async () => {
    await bothServe(run)
    const [withJobs = 0, other = 0] = processesOf(run).web
    // As if it were running this job.
    await ask(
      project,
      `with job as (select * from graphile_worker.add_job('sweep-mail', run_at := now() + '1 day'))
      select from job; update graphile_worker._private_jobs set locked_at = now(),
        locked_by = (select id from job_workers) where key is null`,
    )

    process.kill(withJobs, 'SIGKILL')
    await expect.poll(run.output, pollOptions).toContain('is being replaced')
    for (let times = 0; times < 20; times++) expect((await fetch(`${url}/search`)).status).toBe(200)
    await expect.poll(() => processesOf(run).web.length, pollOptions).toBe(2)
    expect(processesOf(run).web).toContain(other)
    expect(processesOf(run).web).not.toContain(withJobs)
    await expect.poll(async () => (await fetch(`${url}/healthz`)).status, pollOptions).toBe(200)
    const locked =
      'select from graphile_worker._private_jobs where key is null and locked_by is not null'
    // Sooner than the sweep, which releases the jobs of silent workers after a minute.
    await expect.poll(() => ask(project, locked), { timeout: 30_000 }).toEqual([])
  })

  test('a new version replaces the web processes while no request fails', async () => {
    const before = processesOf(run)

    const hash = await changeSource()
    const stop = visit(url)
    process.kill(before.bootstrap, 'SIGUSR2')
    await expect.poll(run.output, pollOptions).toContain('The new version is running.')
    expect(await stop()).toEqual([])
    const after = processesOf(run)
    expect(after.manager).toBe(before.manager)
    expect(after.web).toHaveLength(2)
    expect(after.web.filter((pid) => before.web.includes(pid))).toEqual([])
    expect(after.web.every(isAlso(hash))).toBe(true)

    process.kill(run.npm, 'SIGINT')
    expect(await run.ended).toBe(0)
    await waitForProcesses(project)
  })
})
