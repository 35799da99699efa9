import { Resolver } from 'node:dns/promises'
import { ENDPOINT_PORTS } from './endpoint-url.ts'
import { isPublicAddress } from './public-address.ts'

/** The network that webhooks are sent to. Only tests replace it; there is no setting for it. */
export type WebhookNetwork = {
  /** All addresses of a host; throws if it has none. */
  readonly resolve: (host: string, signal: AbortSignal) => Promise<readonly string[]>
  readonly mayCall: (address: string) => boolean
  readonly mayUse: (port: number) => boolean
  /** Certificates trusted instead of the usual authorities. */
  readonly ca?: string
  /** For the whole request, from resolving the name to the end of the response. */
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
 * Queries the name servers directly: the hosts file and search domains are ignored, and a slow name
 * server does not occupy the threads that files and images need.
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
