import type { Carrier, HandoverMethod } from '#db/enums.ts'
import { type HandoverWay, trackingAddress } from '#domain/booking/rentals/stage/handover-method.ts'

export const HANDOVER_METHODS = {
  meet: 'In person',
  post: 'By mail',
  courier: 'By courier',
} as const satisfies Record<HandoverMethod, string>

export const CARRIERS = {
  usps: 'USPS',
  ups: 'UPS',
  fedex: 'FedEx',
  dhl: 'DHL',
  other: 'Another carrier',
} as const satisfies Record<Carrier, string>

/** 'By mail, USPS' with the tracking number, which leads to the carrier's page. */
export function HandoverWayWords({ way }: { way: HandoverWay }) {
  const { method, carrier, tracking } = way
  const to = trackingAddress(way)
  return (
    <>
      {HANDOVER_METHODS[method]}
      {carrier && `, ${CARRIERS[carrier]}`}
      {tracking && (
        <span className="block wrap-anywhere">
          Tracking number:{' '}
          {to ? (
            <a href={to} target="_blank" rel="noopener noreferrer" className="text-link">
              {tracking}
              <span className="sr-only"> (opens the carrier’s page)</span>
            </a>
          ) : (
            tracking
          )}
        </span>
      )}
    </>
  )
}
