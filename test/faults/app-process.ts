import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { inject } from 'vitest'
import { Gate } from './gate.ts'
import { postgresProxy } from './postgres-proxy.ts'
import { sandboxFront } from './sandbox-front.ts'
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
 * The server as in production, in a process of its own, behind a gate that is not armed. At the cut
 * it is killed with SIGKILL.
 */
export async function startProcess(world: World): Promise<AppProcess> {
  await world.queue.buryWorkers()
  const gate = new Gate()
  // Before any other listener of the cut.
  gate.onCut(() => child.kill('SIGKILL'))
  const proxy = await postgresProxy(world.database.target, gate)
  const front = await sandboxFront(world.provider, gate)
  const child = spawn(process.execPath, ['server/launch.ts', inject('buildDirectory')], {
    // It stops when this channel closes because this process has ended.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      NODE_ENV: 'production',
      DATA_DIR: world.dataDir,
      DATABASE_URL: proxy.url,
      HOST: '127.0.0.1',
      MAIL: 'local',
      PAYMENTS: 'sandbox',
      PORT: '0',
      SANDBOX_URL: front.url,
      SESSION_SECRET: secret,
      TRUST_PROXY: 'loopback',
    },
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const output: string[] = []
  const opened = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) throw new Error('the server cannot be heard')
    createInterface(stream).on('line', (line) => {
      output.push(line)
      const port = /Hemline is open: \S+:(\d+)/.exec(line)?.[1]
      if (port) opened.resolve(`http://127.0.0.1:${port}`)
    })
  }
  void ended.then(() => opened.reject(new Error(`the server ended:\n${output.join('\n')}`)))
  const origin = await opened.promise

  const running = world.putUp(gate, {
    handle: async (request) => {
      const { pathname, search, host } = new URL(request.url)
      const headers = new Headers(request.headers)
      headers.set('x-forwarded-host', host)
      return fetch(origin + pathname + search, {
        method: request.method,
        headers,
        body: request.body === null ? null : await request.arrayBuffer(),
        redirect: 'manual',
      })
    },
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
