import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export type Answer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
}

/** Called for each request with its kind, its milliseconds, and the response or null. */
export type Note = (kind: string, ms: number, answer: Answer | null) => void

/** A browser with its own address, connections and cookies. */
export class Person {
  #cookies = new Map<string, string>()
  #agent: Agent
  readonly #origin: string
  readonly #note: Note

  /** @param number from 0 to 65,000: determines the address on this machine */
  constructor(origin: string, number: number, note: Note) {
    const localAddress = `127.1.${number >> 8}.${(number & 255) + 1}`
    this.#agent = new Agent({ keepAlive: true, maxSockets: 2, localAddress })
    this.#origin = origin
    this.#note = note
  }

  get(kind: string, path: string): Promise<Answer | null> {
    return this.#send(kind, 'GET', path, '')
  }

  post(kind: string, path: string, fields: Record<string, string>): Promise<Answer | null> {
    return this.#send(kind, 'POST', path, new URLSearchParams(fields).toString())
  }

  /** Reads a page for half a second to one and a half. */
  async read(): Promise<void> {
    await pause(500 + 1000 * Math.random())
  }

  leave(): void {
    this.#agent.destroy()
  }

  async #send(kind: string, method: string, path: string, body: string): Promise<Answer | null> {
    const began = performance.now()
    const answer = await this.#answer(method, path, body).catch(() => null)
    this.#note(kind, performance.now() - began, answer)
    return answer
  }

  #answer(method: string, path: string, body: string): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      'accept-encoding': 'br',
      ...(cookie && { cookie }),
      ...(method === 'POST' && {
        origin: this.#origin,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(Buffer.byteLength(body)),
      }),
    }
    return new Promise((resolve, reject) => {
      const sent = request(
        new URL(path, this.#origin),
        { method, headers, agent: this.#agent, timeout: 30_000 },
        (response) => {
          this.#take(response.headers['set-cookie'] ?? [])
          response.resume()
          response.once('error', reject)
          response.once('end', () => {
            const { statusCode: status = 0, headers: received } = response
            resolve({ status, headers: received })
          })
        },
      )
      sent.once('timeout', () => sent.destroy(new Error('no answer')))
      sent.once('error', reject)
      sent.end(body)
    })
  }

  #take(cookies: readonly string[]): void {
    for (const cookie of cookies) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/)
      this.#cookies.set(name, value)
    }
  }
}
