import { HandoverPhotos } from '#app/components/rental/handover-list.tsx'

/** A line of what happened, with its time as text. */
export type HistoryLine = {
  readonly what: string
  readonly at: string
  readonly by: string
  readonly note: string
  readonly photos: readonly string[]
}

/** Who did what and when, with what was written and photographed. */
export function RentalHistory({ lines }: { lines: readonly HistoryLine[] }) {
  return (
    <section aria-labelledby="history" className="order-3 lg:order-none">
      <h2 id="history" className="text-[1.625rem]">
        What happened
      </h2>
      <ol className="mt-4 border-l border-line">
        {lines.map(({ what, at, by, note, photos }) => (
          <li
            key={`${what} ${at} ${by}`}
            className="relative py-3 pl-6 before:absolute before:top-[1.4rem] before:-left-[0.22rem] before:size-[0.4rem] before:rounded-full before:bg-ink"
          >
            <p>
              {what} <span className="text-soft">by {by}</span>
            </p>
            <p className="text-sm text-soft tabular-nums">{at}</p>
            {note && <p className="mt-2 max-w-prose whitespace-pre-line">“{note}”</p>}
            <HandoverPhotos urls={photos} of={what} />
          </li>
        ))}
      </ol>
    </section>
  )
}
