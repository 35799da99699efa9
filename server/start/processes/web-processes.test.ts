import cluster from 'node:cluster'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startWebProcesses } from './web-processes.ts'

/** A program that is ready at once, instead of the one that serves the shop. */
const PROGRAM = `process.on('message', ({ type }) => {
  if (type === 'assignment') process.send({ type: 'ready', hosts: [] })
  if (type === 'stop') process.exit(0)
})`

/** Web processes that can be started only while \`folder\` exists. */
function processesIn() {
  const place = mkdtempSync(join(tmpdir(), 'hemline-processes-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const [exec, folder] = [join(place, 'program.mjs'), join(place, 'folder')]
  writeFileSync(exec, PROGRAM)
  mkdirSync(folder)
  cluster.setupPrimary({ exec, cwd: folder, execArgv: [] })
  const lines: string[] = []
  const connection = { host: '', port: 0, database: '', user: '' }
  const start = (count: number) => {
    const targets = { target: connection, directTarget: connection }
    const say = (line: string) => void lines.push(line)
    const web = startWebProcesses({ count, buildDirectory: 'build', targets, say })
    onTestFinished(web.stop)
    return web
  }
  return { folder, lines, start }
}

const pids = () => Object.values(cluster.workers ?? {}).flatMap((one) => one?.process.pid ?? [])

test('starting a process is retried until it succeeds', async () => {
  const { folder, lines, start } = processesIn()
  const web = start(1)
  expect(await web.opened).toBe(true)
  const [before = 0] = pids()
  rmSync(folder, { recursive: true })
  process.kill(before, 'SIGKILL')
  const failures = () => lines.filter((line) => line.includes('cannot be started')).length
  await expect.poll(failures).toBeGreaterThanOrEqual(2)
  expect(lines.join()).toContain('ENOENT')
  mkdirSync(folder)
  await expect.poll(() => pids().length).toBe(1)
  expect(pids()).not.toContain(before)
})

test('a process that waits for its restart counts as starting', async () => {
  const { folder, start } = processesIn()
  const web = start(1)
  expect(await web.opened).toBe(true)
  const [before = 0] = pids()
  rmSync(folder, { recursive: true })
  process.kill(before, 'SIGKILL')
  await expect.poll(pids).toEqual([])
  const [states] = await web.metrics()
  expect(states?.map(({ name }) => name)).toEqual(['hemline_web_processes'])
  expect(states?.[0]?.values).toEqual([
    { labels: { state: 'starting' }, value: 1 },
    { labels: { state: 'ready' }, value: 0 },
    { labels: { state: 'stopping' }, value: 0 },
  ])
})

test('a deployment whose processes cannot be started leaves the old ones', async () => {
  const { folder, lines, start } = processesIn()
  const web = start(1)
  expect(await web.opened).toBe(true)
  const before = pids()
  rmSync(folder, { recursive: true })
  await web.deploy('other build')
  expect(lines.at(-1)).toContain('The new version failed to start')
  expect(pids()).toEqual(before)
})

test('a shop whose first process cannot be started does not open', async () => {
  const { folder, lines, start } = processesIn()
  rmSync(folder, { recursive: true })
  expect(await start(2).opened).toBe(false)
  expect(lines).toEqual([expect.stringContaining('A web process cannot be started: ')])
})
