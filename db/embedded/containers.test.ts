import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { leftoversOf } from '#test/leftovers.ts'
import { lockFile } from './data-lock.ts'

/** Simulates another container: it shares no process, no socket and no memory with us. */
const container = ['unshare', '--net', '--pid', '--ipc', '--fork', '--mount-proc']
const [unshare = '', ...options] = container
const hasContainers = spawnSync(unshare, [...options, 'true']).status === 0
const other = hasContainers ? 'container' : 'process (this system lets us make no container)'

function tempFolder(): string {
  const folder = mkdtempSync('/tmp/hemline-containers-')
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Starts the embedded PostgreSQL in a separate process, optionally in another container. */
function startElsewhere(folder: string, { inContainer }: { inContainer: boolean }) {
  const program = join(folder, 'start.ts')
  writeFileSync(
    program,
    `import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)}
     const onLog = (line) => console.log(line)
     await startEmbeddedPostgres({ dataDir: ${JSON.stringify(join(folder, 'data'))}, onLog })
     console.log('it is up')
     setInterval(() => {}, 1000)`,
  )
  const [command = '', ...args] = [
    ...(inContainer && hasContainers ? container : []),
    ...[process.execPath, program],
  ]
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    // Files that a killed process leaves are removed with the folder.
    env: { ...process.env, TMPDIR: folder },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, ended, output: () => output }
}

const patiently = { timeout: 120_000, interval: 20 }

test(`another ${other} cannot start on data in use, not even after the first one is killed`, async () => {
  const folder = tempFolder()
  const pidFile = join(folder, 'data/postgres/cluster/postmaster.pid')
  const first = startElsewhere(folder, { inContainer: false })
  await expect.poll(first.output, patiently).toContain('it is up')
  const pids = readFileSync(pidFile, 'utf8')

  const second = startElsewhere(folder, { inContainer: true })
  expect(await second.ended).toBe(1)
  expect(second.output()).toMatch(/in use by (another container|process \d+): stop it first/)
  expect(readFileSync(pidFile, 'utf8')).toBe(pids)

  // PostgreSQL outlives a killed supervisor. The stopped process cannot restart PostgreSQL.
  first.child.kill('SIGSTOP')
  const postmaster = Number.parseInt(pids, 10)
  const watch = leftoversOf([folder]).filter(({ command }) => command.includes('hemline-watch'))
  for (const { pid } of watch) process.kill(pid, 'SIGKILL')
  first.child.kill('SIGKILL')
  await first.ended
  const third = startElsewhere(folder, { inContainer: true })
  if (hasContainers) {
    await expect.poll(third.output, patiently).toContain('still running in another container')
    expect(readFileSync(pidFile, 'utf8')).toBe(pids)
    process.kill(postmaster, 'SIGINT')
  }
  await expect.poll(third.output, patiently).toContain('it is up')
  expect(existsSync(pidFile)).toBe(true)
  if (hasContainers) {
    const [inside] = leftoversOf([folder]).filter(({ command }) =>
      command.startsWith(process.execPath),
    )
    if (inside) process.kill(inside.pid, 'SIGKILL')
  } else third.child.kill('SIGKILL')
  await expect.poll(() => leftoversOf([folder]), patiently).toEqual([])
})

test('a released file lock is free again and leaves the file empty', async () => {
  const file = join(tempFolder(), 'lock')
  const lock = lockFile(file)
  expect(lock).not.toBeNull()
  expect(lockFile(file)).toBeNull()
  await lock?.release()
  const again = lockFile(file)
  await again?.release()
  expect(readFileSync(file)).toHaveLength(0)
})
