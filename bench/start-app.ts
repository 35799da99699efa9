import { fork } from 'node:child_process'
import type { startEmbeddedPostgres } from '#db/embedded/postgres.ts'

export const BENCH_SECRET = 'bench-bench-bench-bench-bench-bench'

type Connection = Awaited<ReturnType<typeof startEmbeddedPostgres>>['connection']

type Input = {
  readonly target: Connection
  readonly dataDir: string
  readonly buildDirectory: string
  /** With the demo's pictures and accounts. */
  readonly demo?: boolean
}

/** The app in a process of its own, as in production. */
export async function startApp({ target, dataDir, buildDirectory, demo = false }: Input) {
  const { host, port, user, database } = target
  const child = fork(new URL('./served-app.ts', import.meta.url), [buildDirectory], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
      MAIL: 'local',
      PAYMENTS: 'sandbox',
      SESSION_SECRET: BENCH_SECRET,
      SEED_DEMO: demo ? '1' : '0',
    },
  })
  const port_ = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', (code) => reject(new Error(`the app ended with ${code}`)))
  })
  return {
    url: `http://127.0.0.1:${port_}`,
    close: () =>
      new Promise<void>((resolve) => {
        child.removeAllListeners('exit')
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}
