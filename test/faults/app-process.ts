import { Gate } from './gate.ts'
import { postgresProxy } from './postgres-proxy.ts'
import { sandboxFront } from './sandbox-front.ts'
import { forwardRequest, type ServerProcess, startServer } from './server-process.ts'
import { type RunningApp, secret, type World } from './world.ts'

export interface AppProcess extends RunningApp {
  /** With its exit code; null when it was killed. */
  readonly ended: Promise<number | null>
  /** Tells it to stop, like a process supervisor. */
  readonly signalStop: () => void
  /** Silently loses its connections to the database. */
  readonly loseDatabase: () => void
}

/**
 * The server as in production, in a separate process behind a gate that is not armed yet. The cut
 * kills it with SIGKILL.
 */
export async function startProcess(world: World): Promise<AppProcess> {
  await world.queue.markWorkersDead()
  const gate = new Gate()
  let server: ServerProcess | undefined
  // Registered first, before any other listener of the cut.
  gate.onCut(() => server?.child.kill('SIGKILL'))
  const proxy = await postgresProxy(world.database.target, gate)
  const front = await sandboxFront(world.provider, gate)
  server = await startServer({
    DATA_DIR: world.dataDir,
    DATABASE_URL: proxy.url,
    MAIL: 'local',
    SANDBOX_URL: front.url,
    SESSION_SECRET: secret,
  })
  const { child, origin, ended } = server
  const running = world.expose(gate, {
    handle: (request) => forwardRequest(request, origin),
    work: () => world.queue.quiet(),
    close: async () => {
      child.kill('SIGKILL')
      await ended
      await proxy.close()
      await front.close()
    },
  })
  return {
    ...running,
    ended,
    signalStop: () => void child.kill('SIGTERM'),
    loseDatabase: proxy.loseConnections,
  }
}
