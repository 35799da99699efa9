/**
 * The parameters that advertisements, newsletters and social networks add to links. No page reads
 * them, so they do not change the page.
 */
const TRACKING = new Set([
  ...['gclid', 'gclsrc', 'gbraid', 'wbraid', 'dclid', 'gad_source', 'gad_campaignid', '_gl'],
  ...['fbclid', 'igsh', 'igshid', 'msclkid', 'ttclid', 'twclid', 'li_fat_id', 'epik', 'sccid'],
  ...['yclid', 'srsltid', 'mc_cid', 'mc_eid', '_hsenc', '_hsmi', 'mkt_tok', 'ref_src'],
])

const isTracking = (name: string) => name.startsWith('utm_') || TRACKING.has(name)

/** The path and query without tracking parameters, otherwise unchanged. */
export function withoutTracking(path: string): string {
  const queryAt = path.indexOf('?')
  if (queryAt < 0) return path
  const parts = path.slice(queryAt + 1).split('&')
  const own = parts.filter((part) => !isTracking(part.split('=', 1)[0]?.toLowerCase() ?? ''))
  if (own.length === parts.length) return path
  return own.length > 0 ? `${path.slice(0, queryAt)}?${own.join('&')}` : path.slice(0, queryAt)
}
