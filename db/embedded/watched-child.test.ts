import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { leftoversOf } from '#test/leftovers.ts'
import { spawnWatched, type WatchedOptions } from './watched-child.mjs'

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hemline-watch-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(10)
}

/** A shell that runs `work` in a folder, by which it can be recognized. */
function watch(work: string, folder: string, options: WatchedOptions = {}) {
  return spawnWatched('/bin/sh', ['-c', work, 'sh', folder], { cwd: folder, ...options })
}

test('the exit code of the command is reported', async () => {
  expect(await watch('exit 7', tempFolder()).ended).toMatchObject({ code: 7 })
})

test('a command that cannot be started is reported', async () => {
  const folder = tempFolder()
  expect((await spawnWatched(join(folder, 'none'), [], { output: 'ignore' }).ended).code).toBe(127)
})

test('the output of the command can be read', async () => {
  const child = watch('echo hello; echo failure >&2', tempFolder(), { output: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  await child.ended
  expect(output).toContain('hello')
  expect(output).toContain('failure')
})

test('when the command ends, the processes it left running end too', async () => {
  const folder = tempFolder()
  await watch('sleep 1000 & sleep 1000 & exit 0', folder).ended
  await until(() => leftoversOf([folder]).length === 0)
})

test('stop ends the command and everything it started', async () => {
  const folder = tempFolder()
  // A shell that is about to start or to wait for a command may miss a signal.
  const child = watch(
    'trap "exit 3" TERM; sleep 1000 & sleep 0.2; touch up; while :; do sleep 0.1; done',
    folder,
  )
  await until(() => existsSync(join(folder, 'up')))
  expect(await child.stop()).toMatchObject({ code: 3 })
  await until(() => leftoversOf([folder]).length === 0)
})

test('a signal for the command alone reaches only the command', async () => {
  const folder = tempFolder()
  const program = join(folder, 'program.mjs')
  writeFileSync(
    program,
    `import { spawn } from 'node:child_process'
     import { writeFileSync } from 'node:fs'
     const ends = 'process.stdin.resume().on("end", () => setTimeout(() => process.exit(5), 300))'
     const other = spawn(process.execPath, ['-e', ends])
     process.on('SIGINT', () => {
       other.once('exit', (code) => process.exit(code))
       other.stdin.end()
     })
     writeFileSync('up', '')`,
  )
  const child = spawnWatched(process.execPath, [program], { cwd: folder, ask: 'INT' })
  await until(() => existsSync(join(folder, 'up')))
  expect(await child.stop()).toMatchObject({ code: 5 })
})

test.for([
  'pipe',
  'ignore',
] as const)('no process outlives us when we are killed, output: %s', async (output) => {
  const folder = tempFolder()
  const removed = join(folder, 'removed')
  const starter = join(folder, 'starter.mjs')
  writeFileSync(
    starter,
    `import { spawnWatched } from ${JSON.stringify(new URL('./watched-child.mjs', import.meta.url).href)}
     import { mkdirSync } from 'node:fs'
     mkdirSync(${JSON.stringify(removed)})
     spawnWatched('/bin/sh', ['-c', 'sleep 1000 & touch ../up; wait; echo too late'],
       { cwd: ${JSON.stringify(removed)}, removeAfter: ${JSON.stringify(removed)}, output: '${output}' })
     setInterval(() => {}, 1000)`,
  )
  const us = spawnWatched(process.execPath, [starter], { output: 'ignore' })
  await until(() => existsSync(join(folder, 'up')))
  const node = leftoversOf([starter]).find(({ command }) => command.startsWith(process.execPath))
  if (node) process.kill(node.pid, 'SIGKILL')
  expect((await us.ended).code).toBe(137)
  await until(() => leftoversOf([folder]).length === 0 && !existsSync(removed))
})
