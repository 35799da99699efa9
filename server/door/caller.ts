import { randomUUID } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { isLoopback } from '#server/settings/loopback.ts'

/** Who sends a request and the host in their address bar, as far as the headers can be trusted. */
export type Caller = {
  readonly address: string
  readonly protocol: 'http' | 'https'
  /** Host and port as the visitor typed them, or null when they are not plausible. */
  readonly host: string | null
  /** True only if the connection and all headers agree that nobody forwarded this request. */
  readonly isThisMachine: boolean
  /** True if `address` is that of a proxy, because it does not say readably whom it serves. */
  readonly isProxyAddress: boolean
  /** The id of the request in our log, and in that of a trusted proxy that has set it. */
  readonly requestId: string
  /** The span of the trusted proxy that passed the request on (W3C Trace Context). */
  readonly traceparent?: string
}

const PLAUSIBLE_HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::\d{1,5})?$/i

/** Read access to the headers of any kind of request; names in lower case. */
export type HeaderOf = (name: string) => string | null

/** Reads forwarding headers only when `trusted` (addresses and CIDR networks) includes the peer. */
export function readCaller(headerOf: HeaderOf, peer: string, trusted: readonly string[]): Caller {
  const list = blockList(trusted)
  const direct = plainAddress(peer)
  const host = headerOf('host') ?? ''
  const isForwarded = FORWARDING.some((name) => headerOf(name) !== null)
  if (!isTrusted(list, direct))
    return {
      address: direct,
      protocol: 'http',
      host: plausible(host),
      isThisMachine: isLoopback(direct) && !isForwarded,
      isProxyAddress: isForwarded,
      requestId: randomUUID(),
    }
  const client = firstUntrusted(headerOf('x-forwarded-for') ?? '', direct, list)
  // Of several values the last one: the trusted proxy added it to whatever its own client sent.
  const forwarded = (name: string) => headerOf(name)?.split(',').at(-1)?.trim()
  return {
    address: client.address,
    protocol: forwarded('x-forwarded-proto') === 'https' ? 'https' : 'http',
    host: plausible(forwarded('x-forwarded-host') ?? host),
    isThisMachine: isLoopback(direct) && !isForwarded,
    isProxyAddress: isForwarded && !client.isReadable,
    requestId: plausibleId(headerOf('x-request-id')) ?? randomUUID(),
    ...traceIn(headerOf('traceparent')),
  }
}

/**
 * The client in `X-Forwarded-For`, to which each proxy appends whom it got the request from: read
 * from the right, the first address that is no trusted proxy. Whatever precedes a part that cannot
 * be read may be the client's own invention, so the proxy that appended that part is taken instead.
 */
function firstUntrusted(
  chain: string,
  direct: string,
  trusted: BlockList,
): { readonly address: string; readonly isReadable: boolean } {
  let proxy = direct
  for (const part of chain.split(',').reverse()) {
    const hop = addressOf(part.trim())
    if (hop === null) return { address: proxy, isReadable: false }
    if (!isTrusted(trusted, hop)) return { address: hop, isReadable: true }
    proxy = hop
  }
  return { address: direct, isReadable: true }
}

/** Some proxies add the port: `203.0.113.7:4711`, `[2001:db8::7]:4711`. Null if it is no address. */
function addressOf(hop: string): string | null {
  const [, v6, v4] =
    /^(?:\[([\da-f:.]{2,45})\](?::\d{1,5})?|([\d.]{7,15}):\d{1,5})$/i.exec(hop) ?? []
  const address = plainAddress(v6 ?? v4 ?? hop)
  return isIP(address) > 0 ? address : null
}

function traceIn(traceparent: string | null) {
  const isPlausible = traceparent !== null && /^[\da-f]{2}(-[\da-f]{2,32}){3}$/.test(traceparent)
  return isPlausible ? { traceparent } : {}
}

const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'via']

function plausibleId(id: string | null): string | null {
  return id !== null && /^[\w.:-]{8,128}$/.test(id) ? id : null
}

function plausible(host: string): string | null {
  return host.length <= 255 && PLAUSIBLE_HOST.test(host) ? host.toLowerCase() : null
}

function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address
}

const lists = new Map<string, BlockList>()

function blockList(networks: readonly string[]): BlockList {
  const key = networks.join()
  let list = lists.get(key)
  if (!list) {
    list = new BlockList()
    for (const network of networks) {
      const [address = '', bits] = network.split('/')
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
      if (bits === undefined) list.addAddress(address, family)
      else list.addSubnet(address, Number(bits), family)
    }
    lists.set(key, list)
  }
  return list
}

function isTrusted(list: BlockList, address: string): boolean {
  const version = isIP(address)
  return version > 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
