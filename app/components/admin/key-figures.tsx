import { classNames } from '#app/ui/class-names.ts'

type KeyFigure = { readonly name: string; readonly value: string; readonly more: string }

type KeyFiguresProps = {
  figures: readonly KeyFigure[]
  /** Columns on a wide screen; a phone has two. */
  columns?: 4 | 6
  /** For values that are longer than a number. */
  isCompact?: boolean
}

export function KeyFigures({ figures, columns = 4, isCompact = false }: KeyFiguresProps) {
  return (
    <dl
      aria-label="Key metrics"
      className={classNames(
        'mt-6 grid grid-cols-2 gap-px border-y border-line bg-line',
        columns === 6 ? 'sm:grid-cols-3 lg:grid-cols-6' : 'lg:grid-cols-4',
      )}
    >
      {figures.map(({ name, value, more }) => (
        <div key={name} className="@container bg-paper py-5 pr-4 pl-4 lg:pl-6 lg:first:pl-0">
          <dt className="text-sm text-soft">{name}</dt>
          <dd
            className="mt-2 font-heading leading-none lining-nums tabular-nums"
            style={{ fontSize: fontSize(value, isCompact) }}
          >
            {value}
          </dd>
          <dd className="mt-2 text-[0.8125rem] text-soft">{more}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Keeps each number within its cell, which is a size container. */
function fontSize(value: string, isCompact: boolean): string {
  const longest = Math.max(...value.split(' ').map((word) => word.length))
  const usual = isCompact
    ? 'clamp(1.4rem, 1rem + 1.2vw, 2rem)'
    : 'clamp(1.6rem, 1.1rem + 1.5vw, 2.5rem)'
  return `min(${usual}, 100cqi / ${longest * 0.58})`
}
