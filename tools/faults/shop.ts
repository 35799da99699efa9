import type { ConnectionTarget } from '#db/connection.ts'
import { Gate } from '#test/faults/gate.ts'
import { type Provider, sandboxFront } from '#test/faults/sandbox-front.ts'
import { forwardRequest, type ServerProcess, startServer } from '#test/faults/server-process.ts'
import { type RunningApp, secret, type World } from '#test/faults/world.ts'
import { freePort } from '#test/free-port.ts'
import { childrenOf } from '#test/leftovers.ts'
import type { MailServer } from './mail-server.ts'

/** The server as in production, with a manager and two web processes. */
export interface Shop {
  readonly app: RunningApp
  /** The process that runs jobs comes first. */
  webProcesses(): number[]
  killWebProcess(pid: number): void
  /** Kills all its processes at once and starts it again, as a supervisor does. */
  killAll(): Promise<void>
  close(): Promise<void>
}

export interface ShopOptions {
  readonly mail: MailServer
  readonly databaseUrl?: string
  /** Answers in place of the payment provider. */
  readonly provider?: Provider
  /** Whether to lose the answer to a request. */
  readonly losesAnswer?: () => boolean
  readonly env?: Readonly<Record<string, string>>
}

/** The request timeout of people. */
const TIMEOUT_MS = 30_000

export async function openShop(world: World, options: ShopOptions): Promise<Shop> {
  const front = await sandboxFront(options.provider ?? world.provider, new Gate())
  const env = {
    DATA_DIR: world.dataDir,
    DATABASE_URL: options.databaseUrl ?? urlOf(world.database.target),
    MAIL_FROM: 'Hemline <hello@shop.example>',
    // The same port for every start.
    PORT: String(await freePort()),
    SANDBOX_URL: front.url,
    SESSION_SECRET: secret,
    SMTP_URL: options.mail.url,
    WEB_PROCESSES: '2',
    ...options.env,
  }
  let server: ServerProcess = await startServer(env)
  let isClosed = false
  const app = world.expose(new Gate(), {
    handle: async (request) => {
      const answer = await forwardRequest(request, server.origin, AbortSignal.timeout(TIMEOUT_MS))
      if (!options.losesAnswer?.()) return answer
      await answer.arrayBuffer()
      throw new TypeError('the answer was lost')
    },
    work: async () => {},
    close: async () => {
      server.child.kill('SIGTERM')
      await server.ended
      await front.close()
    },
  })
  const webProcesses = () => childrenOf(server.child.pid ?? 0).sort((a, b) => a - b)
  return {
    app,
    webProcesses,
    killWebProcess,
    killAll: async () => {
      const all = [server.child.pid ?? 0, ...webProcesses()]
      for (const pid of all) killWebProcess(pid)
      await server.ended
      server = await startServer(env)
    },
    close: async () => {
      if (isClosed) return
      isClosed = true
      await app.close()
    },
  }
}

function killWebProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

/** A value for `DATABASE_URL`; the host can be the folder of the socket. */
export function urlOf(target: ConnectionTarget): string {
  if ('connectionString' in target) return target.connectionString
  const { host, port, user, database } = target
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
}
