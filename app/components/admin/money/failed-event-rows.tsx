import { Moment } from '#app/components/admin/moment.tsx'
import { RowButton } from '#app/components/admin/row-actions.tsx'
import type { FailedEvent } from '#domain/money/events/failed-events.ts'

/** Payment events that could not be processed, with a retry and a dismiss button. */
export function FailedEventRows({ events }: { events: readonly FailedEvent[] }) {
  return (
    <ul className="mt-6 border-t border-line">
      {events.map(({ id, type, lastError, receivedAt, failedAt }) => (
        <li
          key={id}
          className="grid items-center gap-x-8 gap-y-2 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_auto]"
        >
          <div className="min-w-0">
            <h2 className="text-lg leading-snug break-words">{type}</h2>
            <p className="text-sm break-all text-soft">{id}</p>
            <p className="text-sm text-soft">
              Received <Moment at={receivedAt} />, failed <Moment at={failedAt} />
            </p>
            {lastError && <p className="text-sm break-words text-danger">{lastError}</p>}
          </div>
          <div className="flex flex-wrap items-center gap-x-5">
            <RowButton fields={{ intent: 'retry-event', event: id }} name={id}>
              Try again
            </RowButton>
            <RowButton fields={{ intent: 'dismiss-event', event: id }} name={id}>
              Dismiss
            </RowButton>
          </div>
        </li>
      ))}
    </ul>
  )
}
