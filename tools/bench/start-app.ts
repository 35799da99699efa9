import { type ChildProcess, fork, spawn } from 'node:child_process'
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

/** Starts the app in a separate process, as in production. */
export async function startApp({ target, dataDir, buildDirectory, demo = false }: Input) {
  const child = fork(new URL('./served-app.ts', import.meta.url), [buildDirectory], {
    env: { ...settingsFor(target, dataDir), SEED_DEMO: demo ? '1' : '0' },
  })
  const port_ = await portOf(child, 'the app')
  return {
    url: `http://127.0.0.1:${port_}`,
    pid: child.pid ?? 0,
    close: () =>
      new Promise<void>((resolve) => {
        child.removeAllListeners('exit')
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

/** The port that a server sends once it listens. */
export function portOf(child: ChildProcess, name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
  })
}

/** Starts the program as `npm start` runs it, with the settings of the environment. */
export async function startProgram({ target, dataDir, buildDirectory }: Input) {
  const child = spawn(process.execPath, ['server/launch.ts', buildDirectory], {
    env: { ...settingsFor(target, dataDir), SEED_DEMO: '0', PORT: '0', METRICS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let metrics = ''
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2_000)
      metrics ||= /Metrics: (\S+)/.exec(output)?.[1] ?? ''
      const found = /Hemline is running at (\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error(`the program ended:\n${output}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    /** The value of a Prometheus metric without labels. */
    readMetric: async (name: string): Promise<number | null> => {
      const text = await (await fetch(metrics)).text()
      const line = text.split('\n').find((one) => one.startsWith(`${name} `))
      return line === undefined ? null : Number(line.slice(name.length))
    },
    close: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function settingsFor({ host, port, user, database }: Connection, dataDir: string) {
  return {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    MAIL: 'local',
    PAYMENTS: 'sandbox',
    SESSION_SECRET: BENCH_SECRET,
    TRUST_PROXY: 'loopback',
  }
}
