import { type SubscribedType, subscribedTypes } from '#domain/outbound/webhooks/event-types.ts'

const GROUPS = [
  { title: 'Rentals', nouns: ['rental'] },
  { title: 'Listings and reviews', nouns: ['listing', 'review'] },
  { title: 'Money', nouns: ['earning', 'transfer'] },
]

const nounOf = (type: SubscribedType) => type.slice(0, type.indexOf('.'))

type EventChoicesProps = { chosen: readonly string[]; error?: string | undefined }

/** Which events an endpoint gets. */
export function EventChoices({ chosen, error }: EventChoicesProps) {
  return (
    <fieldset
      aria-describedby={error ? 'events-error' : undefined}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4"
      {...(error && { 'data-invalid': true, tabIndex: -1 })}
    >
      <legend className="mb-2 text-sm font-medium">Events</legend>
      {error && (
        <p id="events-error" className="text-sm text-danger">
          {error}
        </p>
      )}
      {GROUPS.map(({ title, nouns }) => (
        <div key={title}>
          <p className="text-sm text-soft">{title}</p>
          <ul className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(min(100%,14.5rem),1fr))] gap-x-6">
            {subscribedTypes
              .filter((type) => nouns.includes(nounOf(type)))
              .map((type) => (
                <li key={type}>
                  <label className="flex min-h-11 items-center gap-3 md:min-h-9">
                    <input
                      type="checkbox"
                      name="event"
                      value={type}
                      defaultChecked={chosen.includes(type)}
                      className="size-5 shrink-0"
                    />
                    <span className="min-w-0 font-mono text-[0.8125rem] wrap-anywhere">{type}</span>
                  </label>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </fieldset>
  )
}
