import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { portOf } from './start-app.ts'

/** Serves the markup of a page with a program of this folder, in a separate process. */
export async function servePage(program: string, html: string) {
  const folder = mkdtempSync(join(tmpdir(), 'hemline-page-'))
  const file = join(folder, 'page.html')
  writeFileSync(file, html)
  const child = fork(new URL(program, import.meta.url), [file], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const port = await portOf(child, program)
  return {
    url: `http://127.0.0.1:${port}/`,
    pid: child.pid ?? 0,
    close: () =>
      new Promise<void>((resolve) => {
        child.removeAllListeners('exit')
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
        rmSync(folder, { recursive: true })
      }),
  }
}
