import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Browsing } from '#test/browsing.ts'
import { Gate } from '#test/faults/gate.ts'
import { sandboxFront } from '#test/faults/sandbox-front.ts'
import { type ServerProcess, startServer } from '#test/faults/server-process.ts'
import { type RunningApp, SHOP, secret, type World } from '#test/faults/world.ts'
import type { MailServer } from '#tools/faults/mail-server.ts'
import { type Cluster, untilTrue } from './cluster.ts'
import { killProcess } from './daemon.ts'
import { through } from './through-haproxy.ts'

export interface Apps {
  readonly app: RunningApp
  stranger(): Browsing
  /** The process id of a running app, by its number. */
  pid(number: number): number
  kill(number: number): void
  /** Waits until all three are running and ready. */
  whole(): Promise<void>
  close(): Promise<void>
}

/** The request timeout of people. */
const TIMEOUT_MS = 30_000
/** The request timeout of visitors in probes. */
const PROBE_TIMEOUT_MS = 10_000
const RESTART_MS = 100

/** Three apps behind HAProxy, each started again when it ends. */
export async function openApps(
  world: World,
  cluster: Cluster,
  {
    mail,
    env: extra,
  }: { readonly mail: MailServer; readonly env: Readonly<Record<string, string>> },
): Promise<Apps> {
  const front = await sandboxFront(world.provider, new Gate())
  let isClosing = false
  let problem: unknown
  const servers = await Promise.all(cluster.appPorts.map((_, number) => start(number)))
  async function start(number: number): Promise<ServerProcess> {
    const dataDir = join(world.dataDir, `app${number}`)
    mkdirSync(dataDir, { recursive: true })
    const env = {
      ...cluster.settings,
      DATA_DIR: dataDir,
      MAIL_FROM: 'Hemline <hello@shop.example>',
      PORT: String(cluster.appPorts[number]),
      PUBLIC_URL: SHOP,
      SANDBOX_URL: front.url,
      SESSION_SECRET: secret,
      SMTP_URL: mail.url,
      // Three apps share this machine.
      WEB_PROCESSES: '1',
      ...extra,
    }
    const server = await startServer(env, join(cluster.folder, `app${number}.log`))
    void server.ended.then(() => restart(number))
    return server
  }
  async function restart(number: number): Promise<void> {
    while (!isClosing) {
      await pause(RESTART_MS)
      try {
        servers[number] = await start(number)
        return
      } catch (error) {
        // Usually it has waited 30 seconds for the database.
        problem = error
      }
    }
  }
  const open = (timeoutMs: number) => ({
    handle: (request: Request) => through(cluster.shopPort, request, timeoutMs),
  })
  const app = world.expose(new Gate(), {
    ...open(TIMEOUT_MS),
    work: async () => {},
    close: async () => {
      isClosing = true
      for (const { child } of servers) child.kill('SIGTERM')
      await Promise.all(servers.map(({ ended }) => ended))
      await front.close()
    },
  })
  return {
    app,
    stranger: () => new Browsing(open(PROBE_TIMEOUT_MS), SHOP),
    pid: (number) => servers[number]?.child.pid ?? 0,
    kill: (number) => killProcess(servers[number]?.child.pid ?? null),
    whole: () =>
      untilTrue('all apps are ready', async () => {
        if (servers.some(({ child }) => child.exitCode !== null || child.signalCode !== null))
          throw new Error('an app does not run', { cause: problem })
        const ready = await Promise.all(
          cluster.appPorts.map((port) =>
            fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) }),
          ),
        )
        return ready.every(({ status }) => status === 200)
      }),
    close: () => app.close(),
  }
}
