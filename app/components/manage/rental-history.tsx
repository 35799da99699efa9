import { HandoverRecord, type ShownHandover } from '#app/components/rental/handover-list.tsx'

export type HistoryLine = ShownHandover

export function RentalHistory({ lines }: { lines: readonly HistoryLine[] }) {
  return (
    <section aria-labelledby="history" className="order-3 lg:order-none">
      <h2 id="history" className="text-[1.625rem]">
        Activity
      </h2>
      <ol className="mt-4 border-l border-line">
        {lines.map((line) => (
          <li
            key={`${line.what} ${line.at} ${line.by}`}
            className="relative py-3 pl-6 before:absolute before:top-[1.4rem] before:-left-[0.22rem] before:size-[0.4rem] before:rounded-full before:bg-ink"
          >
            <HandoverRecord {...line} />
          </li>
        ))}
      </ol>
    </section>
  )
}
