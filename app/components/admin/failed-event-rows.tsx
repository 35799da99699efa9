import type { FailedEvent } from '#domain/checkout/failed-events.ts'
import { Moment } from './moment.tsx'
import { RowButton } from './row-actions.tsx'

/** What the payment provider told us and nothing could be made of, with what can be done about it. */
export function FailedEventRows({ news }: { news: readonly FailedEvent[] }) {
  return (
    <ul className="mt-6 border-t border-line">
      {news.map(({ id, type, lastError, receivedAt, givenUpAt }) => (
        <li
          key={id}
          className="grid items-center gap-x-8 gap-y-2 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_auto]"
        >
          <div className="min-w-0">
            <h2 className="text-lg leading-snug break-words">{type}</h2>
            <p className="text-sm break-all text-soft">{id}</p>
            <p className="text-sm text-soft">
              Received <Moment at={receivedAt} />, failed <Moment at={givenUpAt} />
            </p>
            {lastError && <p className="text-sm break-words text-danger">{lastError}</p>}
          </div>
          <div className="flex flex-wrap items-center gap-x-5">
            <RowButton fields={{ intent: 'retry-news', event: id }} name={id}>
              Try again
            </RowButton>
            <RowButton fields={{ intent: 'dismiss-news', event: id }} name={id}>
              Remove from the list
            </RowButton>
          </div>
        </li>
      ))}
    </ul>
  )
}
