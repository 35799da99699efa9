import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../bin/install.mjs'
import { cleanEnvironment } from './project.ts'

/** Runs a program in a fresh clone, in which an npm would leave a trace. */
function inFreshClone(program: 'start' | 'dev', env: NodeJS.ProcessEnv) {
  const folder = mkdtempSync('/tmp/hemline-clone-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['bin', 'server', 'db', 'package.json', 'package-lock.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  const commands = join(folder, 'commands')
  mkdirSync(commands)
  writeFileSync(join(commands, 'npm'), `#!/bin/sh\ntouch ${folder}/npm-ran\nexit 1\n`)
  chmodSync(join(commands, 'npm'), 0o755)
  const before = readdirSync(folder)
  const clean = cleanEnvironment()
  const { status, stdout, stderr } = spawnSync(process.execPath, [`bin/${program}.mjs`], {
    cwd: folder,
    env: { ...clean, PORT: '0', ...env, PATH: [commands, clean.PATH].join(delimiter) },
    encoding: 'utf8',
  })
  expect(readdirSync(folder)).toEqual(before)
  return { status, lines: `${stdout}${stderr}`.trim().split('\n') }
}

async function takenPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return String(typeof address === 'object' ? address?.port : '')
}

test.for([
  { program: 'start', setting: 'PORT' },
  { program: 'start', setting: 'METRICS_PORT' },
  { program: 'dev', setting: 'PORT' },
] as const)('$program installs nothing while $setting is in use', async ({ program, setting }) => {
  const port = await takenPort()
  expect(inFreshClone(program, { [setting]: port })).toEqual({
    status: 1,
    lines: [`Port ${port} is already in use. Set ${setting} to another port.`],
  })
})

test.for(['start', 'dev'] as const)('%s lists invalid settings and installs nothing', (program) => {
  const { status, lines } = inFreshClone(program, { PORT: '70000', TIME_ZONE: 'Nowhere' })
  expect(status).toBe(1)
  expect(lines).toEqual([
    'PORT is not a valid port: use a number from 0 to 65535; 0 picks a free port.',
    'TIME_ZONE is "Nowhere", which is not a time zone, such as America/New_York or Europe/Berlin.',
  ])
})
