import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockFolder } from './kernel-lock.mjs'
import { spawnWatched } from './watched-child.mjs'

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hemline-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function take(folder: string, purpose = 'test') {
  const lock = await lockFolder(folder, purpose)
  if (!('release' in lock)) throw new Error(`held by ${lock.heldBy}`)
  return lock
}

test('a folder is locked once, and free again after release', async () => {
  const folder = tempFolder()
  const lock = await take(folder)
  expect(await lockFolder(folder, 'test')).toEqual({ heldBy: `process ${process.pid}` })
  await lock.release()
  await (await take(folder)).release()
})

test('each folder and each purpose has its own lock', async () => {
  const folder = tempFolder()
  const locks = [await take(folder), await take(folder, 'other'), await take(tempFolder())]
  for (const lock of locks) await lock.release()
})

test('the lock also holds for another path to the folder, and after the folder is moved', async () => {
  const folder = tempFolder()
  mkdirSync(join(folder, 'one'))
  symlinkSync('one', join(folder, 'link'))
  const lock = await take(join(folder, 'one'))
  expect(await lockFolder(join(folder, 'link'), 'test')).toHaveProperty('heldBy')
  renameSync(join(folder, 'one'), join(folder, 'two'))
  expect(await lockFolder(join(folder, 'two'), 'test')).toHaveProperty('heldBy')
  await lock.release()
})

test('a killed process releases its lock', async () => {
  const folder = tempFolder()
  const program = join(folder, 'hold.mjs')
  writeFileSync(
    program,
    `import { lockFolder } from ${JSON.stringify(new URL('./kernel-lock.mjs', import.meta.url).href)}
     await lockFolder(${JSON.stringify(folder)}, 'test')
     console.log(process.pid)
     setInterval(() => {}, 1000)`,
  )
  const child = spawnWatched(process.execPath, [program], { output: 'pipe' })
  const pid = await new Promise<number>((resolve) => {
    child.stdout?.once('data', (text) => resolve(Number(text)))
  })
  expect(await lockFolder(folder, 'test')).toEqual({ heldBy: `process ${pid}` })
  process.kill(pid, 'SIGKILL')
  await child.ended
  await (await take(folder)).release()
})

test('of many processes that request the lock at once, one gets it', async () => {
  const folder = tempFolder()
  const answers = await Promise.all(Array.from({ length: 20 }, () => lockFolder(folder, 'test')))
  const locks = answers.filter((answer) => 'release' in answer)
  expect(locks).toHaveLength(1)
  await locks[0]?.release()
})
