import { request as send } from 'node:http'
import { onTestFinished } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { listen } from '#server/start/listen.ts'
import { signIn } from '#test/make/sign-in.ts'
import type { Site } from './app.ts'

export interface Sending {
  readonly path: string
  readonly as?: Person
  /** Without one, the request is a GET. */
  readonly form?: FormData | Readonly<Record<string, string>>
}

/** The site behind a real socket. */
export async function overSockets({ app, db, settings, clock }: Site) {
  const working = new Set<Promise<unknown>>()
  const listening = await listen(
    (request, client) => {
      const work = app.handle(request, client)
      working.add(work)
      work.catch(() => {})
      return work
    },
    { port: 0, hosts: ['127.0.0.1'] },
  )
  let isClosed = false
  /** Waits for everything that has reached the server. */
  async function close() {
    if (isClosed) return
    isClosed = true
    await listening.close(30)
    await Promise.allSettled(working)
  }
  onTestFinished(close)

  async function begin({ path, as, form }: Sending) {
    const { port } = listening
    const cookie = as ? (await signIn(db, settings, as, clock.now())).split(';')[0] : undefined
    const typed = form && bodyOf(form)
    const body = typed && Buffer.from(await typed.arrayBuffer())
    const headers = {
      Host: `127.0.0.1:${port}`,
      Origin: `http://127.0.0.1:${port}`,
      'Sec-Fetch-Site': 'same-origin',
      ...(cookie && { Cookie: cookie }),
      ...(typed && { 'Content-Type': typed.headers.get('content-type') ?? '' }),
      ...(body && { 'Content-Length': body.length }),
    }
    const method = form ? 'POST' : 'GET'
    const sent = send({ port, host: '127.0.0.1', path, method, headers, agent: false })
    sent.on('error', () => {})
    return { sent, body }
  }

  /** Sends a whole request, and destroys the socket after some milliseconds, answered or not. */
  async function sendAndLeave(sending: Sending, milliseconds: number): Promise<void> {
    const { sent, body } = await begin(sending)
    const gone = new Promise((resolve) => sent.on('close', resolve))
    const leave = setTimeout(() => sent.destroy(), milliseconds)
    sent.on('response', () => sent.destroy())
    sent.end(body)
    await gone
    clearTimeout(leave)
  }

  return { port: listening.port, begin, sendAndLeave, close }
}

function bodyOf(form: FormData | Readonly<Record<string, string>>): Request {
  const body = form instanceof FormData ? form : new URLSearchParams(form)
  return new Request('http://localhost', { method: 'POST', body })
}
