import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { childrenOf } from '#test/leftovers.ts'
import { copyProject, npmRun, removeProject, waitForProcesses } from './project.ts'

let project = ''
// In development a page takes longer than the interval of most polls.
const rarely = { timeout: 60_000, interval: 500 }

beforeAll(async () => {
  project = await copyProject()
})
afterAll(() => removeProject(project))

test('npm run dev shows edits of pages and server code, and leaves no process', async () => {
  const run = npmRun(project, 'dev')
  const url = await run.opened()
  const home = async () => {
    const answer = await fetch(url)
    return `${answer.headers.get('referrer-policy')} ${await answer.text()}`
  }
  expect(await home()).toContain('Rent by Style')

  edit('app/components/viewer/shell.ts', 'Rent by Style', 'Rent by Edited Style')
  await expect.poll(home, rarely).toContain('Rent by Edited Style')
  edit('server/door/headers.ts', 'strict-origin-when-cross-origin', 'no-referrer')
  await expect.poll(home, rarely).toContain('no-referrer')

  const [bootstrap = 0] = childrenOf(run.npm)
  process.kill(bootstrap, 'SIGKILL')
  await run.ended
  await waitForProcesses(project)
})

function edit(file: string, from: string, to: string): void {
  const path = join(project, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  writeFileSync(path, text.replaceAll(from, to))
}
