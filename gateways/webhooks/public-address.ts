import ipaddr from 'ipaddr.js'

/** Addresses in public ranges that a hosting provider uses for internal services. */
const INTERNAL = new Set(['168.63.129.16'])

/** The part of IPv6 that is assigned to the Internet. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/**
 * Whether anybody on the Internet can reach this address. False for addresses of this machine, of
 * private or shared networks and of metadata services, and for IPv6 addresses that contain an IPv4
 * address (mapped, NAT64, 6to4, Teredo), which a gateway would translate.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%')) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast' || INTERNAL.has(address.toString())) return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST)
}
