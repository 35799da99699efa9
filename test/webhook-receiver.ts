import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { internet, type WebhookNetwork } from '#gateways/webhooks/webhook-network.ts'
import { selfSigned } from './self-signed.ts'

const HOST = 'receiver.test'
const { key, cert } = selfSigned(HOST, 'other.test')

/** The network of a test: every name resolves to this machine, whose certificate is trusted. */
export const localNetwork: WebhookNetwork = {
  ...internet,
  resolve: async () => ['127.0.0.1'],
  mayCall: (address) => address === '127.0.0.1',
  mayUse: () => true,
  ca: cert,
}

export type Received = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type Answer = (response: ServerResponse, received: Received, number: number) => void

/** Answers with this status and no body. */
export function respondWith(status: number): Answer {
  return (response) => void response.writeHead(status).end()
}

/** Receives webhooks over HTTPS until the test ends. Its answers can be changed. */
export async function webhookReceiver(answer: Answer = respondWith(204)) {
  const received: Received[] = []
  const receiver = { answer, received, url: '', port: 0 }
  const server = createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const one = { path: request.url ?? '', headers: request.headers, body }
      received.push(one)
      receiver.answer(response, one, received.length)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  receiver.port = (server.address() as AddressInfo).port
  receiver.url = `https://${HOST}:${receiver.port}/hook`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}
