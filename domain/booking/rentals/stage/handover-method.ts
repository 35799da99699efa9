import type { Carrier, HandoverMethod } from '#db/enums.ts'

/** How an item changes hands at its delivery. */
export type HandoverWay = {
  readonly method: HandoverMethod
  /** Null when it is unknown, or nothing was sent. */
  readonly carrier: Carrier | null
  readonly tracking: string | null
}

/** The carriers' tracking pages; `other` has none. */
const TRACKING_PAGES: Readonly<Record<Carrier, string | null>> = {
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  ups: 'https://www.ups.com/track?tracknum=',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=',
  dhl: 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=',
  other: null,
}

/** The address of the carrier's tracking page; null without a tracking number or such a page. */
export function trackingAddress({ carrier, tracking }: HandoverWay): string | null {
  const page = carrier && TRACKING_PAGES[carrier]
  // Labels print the number in groups; the lookup takes no spaces.
  return page && tracking ? page + encodeURIComponent(tracking.replace(/\s+/g, '')) : null
}

/** The columns of a rental; an item handed over in person has no carrier. */
export function handoverColumns({ method, carrier, tracking }: HandoverWay) {
  const isSent = method !== 'meet'
  return {
    handover_method: method,
    carrier: isSent ? carrier : null,
    tracking_number: isSent ? tracking : null,
  }
}

/** Reads it from the columns; null for deliveries whose method is not known. */
export function handoverWay(row: {
  readonly handover_method: HandoverMethod | null
  readonly carrier: Carrier | null
  readonly tracking_number: string | null
}): HandoverWay | null {
  const { handover_method: method, carrier, tracking_number: tracking } = row
  return method && { method, carrier, tracking }
}
