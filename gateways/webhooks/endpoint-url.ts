import { isIP } from 'node:net'

const MAX_ENDPOINT_URL = 500

export type UrlProblem =
  | 'url-invalid'
  | 'url-too-long'
  | 'url-not-https'
  | 'url-with-password'
  | 'url-port-not-allowed'
  /** An IP address instead of a name, or a name that only a local network knows. */
  | 'url-host-not-public'

/** The ports that webhooks are sent to. */
export const ENDPOINT_PORTS: readonly number[] = [443, 8443]

/** The normalized address of an endpoint, or its problem. Each call checks the host again. */
export function readEndpointUrl(
  text: string,
  mayUse: (port: number) => boolean = (port) => ENDPOINT_PORTS.includes(port),
): { readonly url: string } | { readonly problem: UrlProblem } {
  const given = text.trim()
  if (given.length > MAX_ENDPOINT_URL) return { problem: 'url-too-long' }
  if (!URL.canParse(given)) return { problem: 'url-invalid' }
  const url = new URL(given)
  if (url.protocol !== 'https:') return { problem: 'url-not-https' }
  if (url.username !== '' || url.password !== '') return { problem: 'url-with-password' }
  if (!mayUse(Number(url.port || 443))) return { problem: 'url-port-not-allowed' }
  if (!isHostname(url.hostname)) return { problem: 'url-host-not-public' }
  url.hash = ''
  return url.href.length > MAX_ENDPOINT_URL ? { problem: 'url-too-long' } : { url: url.href }
}

/** `new URL` has normalized every spelling of an IPv4 address to four numbers. */
function isHostname(host: string): boolean {
  if (isIP(host) !== 0 || host.startsWith('[') || host.length > 253) return false
  return /^(?:[a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(host)
}
