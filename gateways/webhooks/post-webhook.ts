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
/** An answer's body is read this far, so that an ordinary receiver can finish it, and dropped. */
const MAX_BODY_BYTES = 16_384
/** Informational answers (100 to 199) before the real one; receivers send one or two. */
const MAX_INFORMATIONAL = 10
/** More addresses than a name needs. */
const MAX_ADDRESSES = 32

/**
 * Posts one webhook. The name is resolved once, every address that it has is checked, and the
 * connection goes to one of those: a second answer of the name server changes nothing. Redirects
 * are not followed, and settings for proxies are not read.
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
    /** Known from its head on, whatever becomes of the rest of the answer. */
    let answered: Outcome | null = null
    const sending = httpsRequest(
      {
        host: url.hostname,
        port: url.port || 443,
        path: `${url.pathname}${url.search}`,
        method: 'POST',
        headers: { ...headers, 'content-length': bytes.length },
        // An agent of its own: the connection is not shared, and no proxy is used.
        agent: new Agent({ keepAlive: false, maxCachedSessions: 0 }),
        lookup: onlyTo(url.hostname, addresses),
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
    // However it ends: a run that waits for this promise serves nobody else in its place.
    sending.on('close', () => finish('no_answer'))
    void aborted(signal).then(() => finish('timeout'))
    // Such an answer is no `response`, and its connection would be ours to use.
    sending.on('upgrade', (response, socket) => {
      answered = outcomeOf(response.statusCode ?? 0)
      socket.destroy()
    })
    limitInformational(sending)
    sending.end(bytes)
  })
}

/** The limit of the headers counts for each answer, and there can be any number before the last. */
function limitInformational(sending: ClientRequest): void {
  let count = 0
  sending.on('information', () => {
    count += 1
    if (count > MAX_INFORMATIONAL) sending.destroy()
  })
}

/** Reads and drops a bounded part of the body; its status is known already. */
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
  // Beyond what HTTP defines.
  if (status < 100 || status > 599) return failed('no_answer')
  return { status, problem: status >= 300 && status < 400 ? 'redirect' : 'status' }
}

/** In place of a second resolution: the addresses that were checked. */
function onlyTo(host: string, addresses: readonly string[]): LookupFunction {
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
