import { createServer } from 'node:http'
import { createRequest, sendResponse } from '@remix-run/node-fetch-server'
import type { Gate } from './gate.ts'

/** Answers a call in place of the payment provider; throws to break the connection. */
export type Provider = (request: Request) => Promise<Response>

export interface SandboxFront {
  readonly url: string
  close(): Promise<void>
}

/** The provider on a port, behind a gate that counts every API call and every response. */
export async function sandboxFront(provider: Provider, gate: Gate): Promise<SandboxFront> {
  const server = createServer(async (incoming, outgoing) => {
    try {
      const request = createRequest(incoming, outgoing)
      const { pathname } = new URL(request.url)
      const onlyReads = request.method === 'GET'
      if (!gate.pass(`${request.method} ${pathname}`, { onlyReads }))
        return incoming.socket.destroy()
      const answer = await provider(request)
      const whole = new Response(await answer.arrayBuffer(), answer)
      const isAnswer = true
      if (gate.pass(`answer to ${request.method} ${pathname}`, { onlyReads, isAnswer })) {
        await sendResponse(outgoing, whole)
      }
    } catch {
      // The caller sees a lost connection.
      incoming.socket.destroy()
    }
  })
  gate.onCut(() => server.closeAllConnections())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the front has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
