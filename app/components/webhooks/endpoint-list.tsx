import { href } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { Link } from '#app/ui/link.tsx'
import type { Endpoint } from '#domain/outbound/webhooks/endpoints.ts'
import { subscribedTypes } from '#domain/outbound/webhooks/event-types.ts'
import { endpointState } from './webhook-words.ts'

/** A closet's endpoints. */
export function EndpointList({ endpoints }: { endpoints: readonly Endpoint[] }) {
  return (
    <ul aria-label="Endpoints" className="border-t border-line">
      {endpoints.map((endpoint) => {
        const [label, kind] = endpointState(endpoint)
        return (
          <li
            key={endpoint.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-4"
          >
            <div className="min-w-0">
              <Link
                to={href('/business/webhooks/:id', { id: endpoint.id })}
                className="inline-flex min-h-11 items-center text-link break-all md:min-h-7"
              >
                {endpoint.url.slice('https://'.length)}
              </Link>
              <p className="text-sm text-soft">{eventsInWords(endpoint.events.length)}</p>
            </div>
            <Badge kind={kind}>{label}</Badge>
          </li>
        )
      })}
    </ul>
  )
}

function eventsInWords(count: number): string {
  if (count === subscribedTypes.length) return 'All events'
  return count === 1 ? '1 event' : `${count} events`
}
