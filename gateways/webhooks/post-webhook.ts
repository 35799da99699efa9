import type { ClientRequest, IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { WebhookProblem } from '#db/webhook-enums.ts'
import { readEndpointUrl } from './endpoint-url.ts'
import type { WebhookNetwork } from './webhook-network.ts'

export type WebhookRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Outcome = { readonly status: number | null; readonly problem: WebhookProblem | null }

const failed = (problem: WebhookProblem): Outcome => ({ status: null, problem })

const MAX_HEADER_BYTES = 16_384
/** At most this much of a response is read, and discarded: enough for receivers to finish it. */
const MAX_BODY_BYTES = 16_384
/** Informational responses (100 to 199) before the final one; receivers send one or two. */
const MAX_INFORMATIONAL = 10
/** More addresses than a name needs. */
const MAX_ADDRESSES = 32

/**
 * Posts one webhook. The name is resolved once, all its addresses are checked, and the connection
 * goes to one of them, so DNS rebinding has no effect. Redirects are not followed, and proxy
 * settings are ignored.
 */
export async function postWebhook(
  request: WebhookRequest,
  network: WebhookNetwork,
  stop: AbortSignal,
): Promise<Outcome> {
  const read = readEndpointUrl(request.url, network.mayUse)
  if ('problem' in read) return failed('private_address')
  const url = new URL(read.url)
  const signal = AbortSignal.any([stop, AbortSignal.timeout(network.timeoutMs)])
  const addresses = await Promise.race([
    network.resolve(url.hostname, signal).catch(() => []),
    aborted(signal),
  ])
  if (addresses === 'aborted') return failed('timeout')
  if (addresses.length === 0) return failed('unknown_host')
  if (addresses.length > MAX_ADDRESSES || !addresses.every(network.mayCall))
    return failed('private_address')
  return await exchange({ ...request, url }, addresses, network.ca, signal)
}

function aborted(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('aborted')
    signal.addEventListener('abort', () => resolve('aborted'), { once: true })
  })
}

function exchange(
  { url, headers, body }: Omit<WebhookRequest, 'url'> & { readonly url: URL },
  addresses: readonly string[],
  ca: string | undefined,
  signal: AbortSignal,
): Promise<Outcome> {
  const bytes = Buffer.from(body)
  return new Promise((resolve) => {
    /** Set once the head of the response has arrived, whatever happens to the rest. */
    let answered: Outcome | null = null
    const sending = httpsRequest(
      {
        host: url.hostname,
        port: url.port || 443,
        path: `${url.pathname}${url.search}`,
        method: 'POST',
        headers: { ...headers, 'content-length': bytes.length },
        // A new agent, so that the connection is not shared and no proxy is used.
        agent: new Agent({ keepAlive: false, maxCachedSessions: 0 }),
        lookup: pinnedLookup(url.hostname, addresses),
        servername: url.hostname,
        rejectUnauthorized: true,
        maxHeaderSize: MAX_HEADER_BYTES,
        signal,
        ...(ca && { ca }),
      },
      (response) => {
        const outcome = outcomeOf(response.statusCode ?? 0)
        answered = outcome
        drain(response, () => {
          sending.destroy()
          resolve(outcome)
        })
      },
    )
    const finish = (otherwise: WebhookProblem) =>
      resolve(answered ?? failed(signal.aborted ? 'timeout' : otherwise))
    sending.on('error', (error) => finish(problemOf(error)))
    // The promise must always settle: the job waits for it before it sends anything else.
    sending.on('close', () => finish('no_answer'))
    void aborted(signal).then(() => finish('timeout'))
    // A protocol switch emits no `response`, and leaves the connection to us.
    sending.on('upgrade', (response, socket) => {
      answered = outcomeOf(response.statusCode ?? 0)
      socket.destroy()
    })
    limitInformational(sending)
    sending.end(bytes)
  })
}

/** Node limits the headers of each response, but not how many informational ones there are. */
function limitInformational(sending: ClientRequest): void {
  let count = 0
  sending.on('information', () => {
    count += 1
    if (count > MAX_INFORMATIONAL) sending.destroy()
  })
}

/** Reads and discards a bounded part of the body; the status is known already. */
function drain(response: IncomingMessage, finish: () => void): void {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) finish()
  })
  response.on('error', finish)
  response.on('close', finish)
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return { status, problem: null }
  // Not a status that HTTP defines.
  if (status < 100 || status > 599) return failed('no_answer')
  return { status, problem: status >= 300 && status < 400 ? 'redirect' : 'status' }
}

/** Returns the checked addresses instead of resolving the name again. */
function pinnedLookup(host: string, addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (name, options, callback) => {
    const [first] = found
    if (name !== host || !first) callback(new Error('an unexpected host'), '')
    else if (options.all) callback(null, found)
    else callback(null, first.address, first.family)
  }
}

const UNREACHABLE = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])
const CERTIFICATE = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO)/

function problemOf(error: Error): WebhookProblem {
  const code = 'code' in error ? String(error.code) : ''
  if (UNREACHABLE.has(code)) return 'unreachable'
  return CERTIFICATE.test(code) ? 'certificate' : 'no_answer'
}
