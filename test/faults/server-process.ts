import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { inject } from 'vitest'

export interface ServerProcess {
  readonly child: ChildProcess
  readonly origin: string
  /** With its exit code; null when it was killed. */
  readonly ended: Promise<number | null>
}

/**
 * Starts the server as in production; resolves once it is open, and throws if it ends first. Its
 * output is appended to the file `log`.
 */
export async function startServer(
  env: Readonly<Record<string, string>>,
  log?: string,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['server/launch.ts', inject('buildDirectory')], {
    // The server stops when this channel closes, which happens when this process ends.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PAYMENTS: 'sandbox',
      PORT: '0',
      TRUST_PROXY: 'loopback',
      ...env,
    },
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const output: string[] = []
  const opened = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) throw new Error('the server cannot be heard')
    createInterface(stream).on('line', (line) => {
      output.push(line)
      if (log) appendFileSync(log, `${line}\n`)
      const port = /Hemline is running at \S+:(\d+)/.exec(line)?.[1]
      if (port) opened.resolve(`http://127.0.0.1:${port}`)
      // Enough to explain a failed start.
      if (output.length > 200) output.shift()
    })
  }
  void ended.then(() => opened.reject(new Error(`the server ended:\n${output.join('\n')}`)))
  return { child, origin: await opened.promise, ended }
}

/** A request to a server under test, as its proxy passes it on. */
export async function forwardRequest(
  request: Request,
  origin: string,
  signal?: AbortSignal,
): Promise<Response> {
  const { pathname, search, host } = new URL(request.url)
  const headers = new Headers(request.headers)
  headers.set('x-forwarded-host', host)
  return fetch(origin + pathname + search, {
    method: request.method,
    headers,
    body: request.body === null ? null : await request.arrayBuffer(),
    redirect: 'manual',
    ...(signal && { signal }),
  })
}
