import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

export type MailServerState = 'up' | 'slow' | 'failing' | 'away'

export interface MailServer {
  readonly url: string
  /** How many times each Message-ID has been accepted, by its part before the @. */
  readonly received: ReadonlyMap<string, number>
  setState(state: MailServerState): Promise<void>
}

const SLOW_MS = 3_000

/** Accepts every email while it is up. Lasts for the file. */
export async function openMailServer(): Promise<MailServer> {
  const received = new Map<string, number>()
  let state: MailServerState = 'up'
  const open = async (port: number) => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, answer) => {
        const refusal = Object.assign(new Error('come back later'), { responseCode: 451 })
        answer(state === 'failing' ? refusal : null)
      },
      onData: async (stream, _session, answer) => {
        const raw = await text(stream).catch(() => null)
        // The client was killed before the end of the email.
        if (raw === null) return
        if (state === 'slow') await pause(SLOW_MS)
        const id = /^Message-ID:\s*<(.+)@/im.exec(raw)?.[1] ?? 'none'
        received.set(id, (received.get(id) ?? 0) + 1)
        answer()
      },
    })
    // Killed clients cause errors.
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return server
  }
  let server = await open(0)
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  afterAll(async () => {
    if (state !== 'away') await close()
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    setState: async (next) => {
      const was = state
      state = next
      if (next === 'away' && was !== 'away') await close()
      if (next !== 'away' && was === 'away') server = await open(port)
    },
  }
}
