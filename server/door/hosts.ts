import { isLocalHost, isLoopback } from '#server/settings/loopback.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { Caller } from './caller.ts'

type Known = Pick<Settings, 'host' | 'publicUrl'>

/** Requested by machines under any host name: they see no pages and follow no links. */
const ANY_HOST_PATHS = new Set(['/healthz', '/readyz', '/hooks/stripe'])

/**
 * The origin that the visitor sees; null for a host that we do not serve. Links in emails start
 * with it, so no one else may choose it: it is PUBLIC_URL, or a name of this machine when only this
 * machine can reach us. HOST without PUBLIC_URL opens the demo to a network under any name.
 */
export function originFor(caller: Caller, path: string, settings: Known): string | null {
  const { publicUrl, host } = settings
  if (publicUrl !== null) {
    const isOurs = caller.host === new URL(publicUrl).host || ANY_HOST_PATHS.has(path)
    return isOurs ? publicUrl : null
  }
  if (caller.host === null) return null
  if ((host === null || isLoopback(host)) && !isLocalHost(caller.host)) return null
  return `${caller.protocol}://${caller.host}`
}
