import { Resolver } from 'node:dns/promises'
import { ENDPOINT_PORTS } from './endpoint-url.ts'
import { isPublicAddress } from './public-address.ts'

/** Where webhooks may go. Only tests give another one: it is no setting of the process. */
export type WebhookNetwork = {
  /** All addresses of a host; throws if it has none. */
  readonly resolve: (host: string, signal: AbortSignal) => Promise<readonly string[]>
  readonly mayCall: (address: string) => boolean
  readonly mayUse: (port: number) => boolean
  /** Certificates trusted in place of the usual authorities. */
  readonly ca?: string
  /** For the whole request, from the name to the end of the answer. */
  readonly timeoutMs: number
}

/** The Internet without any private network. */
export const internet: WebhookNetwork = {
  resolve: resolvePublicly,
  mayCall: isPublicAddress,
  mayUse: (port) => ENDPOINT_PORTS.includes(port),
  timeoutMs: 10_000,
}

/**
 * Asks the name servers directly: neither the local hosts file nor search domains count, and a slow
 * name server does not occupy the threads that files and images need.
 */
async function resolvePublicly(host: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const none = () => []
    const [four, six] = [resolver.resolve4(host), resolver.resolve6(host)]
    return (await Promise.all([four.catch(none), six.catch(none)])).flat()
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
