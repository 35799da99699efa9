import type { DrawnRows } from './draw-bars.ts'

/** One bar for each row, with its name above and its value after it. */
export function RowChart({ label, rows }: { label: string; rows: DrawnRows }) {
  return (
    <ul aria-label={label} className="mt-5 grid gap-y-3.5">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and rows never move
        <li key={index} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-4">
          <span className="truncate text-[0.9375rem]">{row.label}</span>
          <span className="text-sm text-soft tabular-nums">{row.text}</span>
          <svg
            aria-hidden="true"
            width="100%"
            height="8"
            className="col-span-2 mt-1.5 block rounded-full bg-sand"
          >
            <rect width={`${row.width}%`} height="8" className="fill-ink" />
          </svg>
        </li>
      ))}
    </ul>
  )
}
