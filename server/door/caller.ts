import { BlockList, isIP } from 'node:net'

/** Who calls and what they see in their address bar, as far as the caller may be believed. */
export type Caller = {
  readonly address: string
  readonly protocol: 'http' | 'https'
  /** Host and port as the visitor typed them, or null when they are not plausible. */
  readonly host: string | null
}

const PLAUSIBLE_HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::\d{1,5})?$/i

/** How any kind of request tells its headers; names in lower case. */
export type HeaderOf = (name: string) => string | null

/** Reads forwarding headers only where `trusted` (addresses and CIDR networks) names the peer. */
export function readCaller(headerOf: HeaderOf, peer: string, trusted: readonly string[]): Caller {
  const list = blockList(trusted)
  const direct = plainAddress(peer)
  const host = headerOf('host') ?? ''
  if (!isTrusted(list, direct)) return { address: direct, protocol: 'http', host: plausible(host) }
  const chain = (headerOf('x-forwarded-for') ?? '')
    .split(',')
    .map((part) => plainAddress(part.trim()))
    .filter((part) => isIP(part) > 0)
  const address = chain.reverse().find((hop) => !isTrusted(list, hop)) ?? direct
  const forwarded = (name: string) => headerOf(name)?.split(',')[0]?.trim()
  return {
    address,
    protocol: forwarded('x-forwarded-proto') === 'https' ? 'https' : 'http',
    host: plausible(forwarded('x-forwarded-host') ?? host),
  }
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
