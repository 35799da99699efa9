import type { Carrier, HandoverMethod } from '#db/enums.ts'

/** How an item changes hands at its delivery. */
export type HandoverWay = {
  readonly method: HandoverMethod
  /** Null when it is unknown, or nothing was sent. */
  readonly carrier: Carrier | null
  readonly tracking: string | null
}

/** Where a carrier shows what is under way; `other` has no such page. */
const TRACKING_PAGES: Readonly<Record<Carrier, string | null>> = {
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  ups: 'https://www.ups.com/track?tracknum=',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=',
  dhl: 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=',
  other: null,
}

/** The carrier's page of a tracking number; null without one. */
export function trackingAddress({ carrier, tracking }: HandoverWay): string | null {
  const page = carrier && TRACKING_PAGES[carrier]
  // Printed in groups on a label, and looked up without spaces.
  return page && tracking ? page + encodeURIComponent(tracking.replace(/\s+/g, '')) : null
}

/** The columns of a rental; what is handed over in person has no carrier. */
export function handoverColumns({ method, carrier, tracking }: HandoverWay) {
  const isSent = method !== 'meet'
  return {
    handover_method: method,
    carrier: isSent ? carrier : null,
    tracking_number: isSent ? tracking : null,
  }
}

/** The same from the columns; null for deliveries of which it is not known. */
export function handoverWay(row: {
  readonly handover_method: HandoverMethod | null
  readonly carrier: Carrier | null
  readonly tracking_number: string | null
}): HandoverWay | null {
  const { handover_method: method, carrier, tracking_number: tracking } = row
  return method && { method, carrier, tracking }
}
