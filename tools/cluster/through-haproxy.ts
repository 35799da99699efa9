import { Agent, request as ask, type ClientRequest, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

/** Sends a request unchanged, including its host name, to a port of this machine. */
export async function through(
  port: number,
  request: Request,
  timeoutMs: number,
): Promise<Response> {
  const { pathname, search, host } = new URL(request.url)
  const body = request.body === null ? null : Buffer.from(await request.arrayBuffer())
  const length = body === null ? {} : { 'content-length': body.length }
  const headers = { ...Object.fromEntries(request.headers), ...length, host }
  const signal = AbortSignal.timeout(timeoutMs)
  const { method } = request
  const start = () =>
    ask({ agent, host: '127.0.0.1', port, path: pathname + search, method, headers, signal })
  const answer = await sendWithRetry(start, body)
  const content = await buffer(answer)
  const heads = new Headers()
  for (let at = 0; at + 1 < answer.rawHeaders.length; at += 2)
    heads.append(answer.rawHeaders[at] ?? '', answer.rawHeaders[at + 1] ?? '')
  const status = answer.statusCode ?? 500
  const isEmpty = [204, 304].includes(status)
  return new Response(isEmpty ? null : new Uint8Array(content), { status, headers: heads })
}

/** Retries on a new connection if a reused one was closed while idle, as a browser does. */
async function sendWithRetry(
  start: () => ClientRequest,
  body: Buffer | null,
): Promise<IncomingMessage> {
  for (;;) {
    const sending = start()
    try {
      return await new Promise((resolve, reject) => {
        sending.on('response', resolve).on('error', reject)
        sending.end(body)
      })
    } catch (error) {
      if (!(sending.reusedSocket && body === null && isCut(error))) throw error
    }
  }
}

function isCut(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}
