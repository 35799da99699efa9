import { HandoverRecord, type ShownHandover } from '#app/components/rental/handover-list.tsx'

export type HistoryLine = ShownHandover

export function RentalHistory({ lines }: { lines: readonly HistoryLine[] }) {
  return (
    <section aria-labelledby="history" className="order-3 lg:order-none">
      <details className="group/history border-y border-line">
        <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 py-3">
          <h2 id="history" className="text-xl">
            Activity
          </h2>
          <span aria-hidden="true" className="text-xl text-soft group-open/history:rotate-45">
            +
          </span>
        </summary>
        <ol className="mt-4 mb-6 border-l border-line">
          {lines.map((line) => (
            <li
              key={`${line.what} ${line.at} ${line.by}`}
              className="relative py-3 pl-6 before:absolute before:top-[1.4rem] before:-left-[0.22rem] before:size-[0.4rem] before:rounded-full before:bg-ink"
            >
              <HandoverRecord {...line} />
            </li>
          ))}
        </ol>
      </details>
    </section>
  )
}
