import { type ReactNode, useId } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { ChevronDownIcon } from '#app/ui/icons.tsx'
import { ScrollFrame } from './scroll-frame.tsx'

type ChartSectionProps = {
  title: string
  /** What the figures show, in a sentence or two. */
  lead?: ReactNode
  className?: string
  /** In place of the children, when there is nothing to draw. */
  nothing?: ReactNode
  children: ReactNode
}

/** A figure with its heading. */
export function ChartSection({ title, lead, className, nothing, children }: ChartSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classNames('min-w-0', className)}>
      <h2 id={id} className="text-[1.625rem]">
        {title}
      </h2>
      {lead && <p className="mt-2 max-w-prose text-sm text-soft">{lead}</p>}
      {nothing ? <p className="mt-5 border-t border-line pt-5 text-soft">{nothing}</p> : children}
    </section>
  )
}

type NumbersProps = {
  /** What the table is about; unique on the page. */
  caption: string
  /** The heading of the names, then those of the numbers. */
  heads: readonly string[]
  /** A name, then its numbers as text. */
  rows: readonly (readonly ReactNode[])[]
  open?: boolean
  /** Below the table. */
  children?: ReactNode
}

const CELL = 'border-b border-line py-2 pl-4 text-right'

/** The numbers behind a chart, as a table that opens without a script. */
export function Numbers({ caption, heads, rows, open = false, children }: NumbersProps) {
  const [first, ...others] = heads
  return (
    <details open={open} className="group/numbers mt-4">
      <summary className="inline-flex min-h-11 items-center gap-1.5 text-sm text-link">
        Numbers
        <span className="sr-only">: {caption}</span>
        <ChevronDownIcon
          width="14"
          height="14"
          className="transition-transform group-open/numbers:rotate-180"
        />
      </summary>
      <ScrollFrame label={caption}>
        <table className="w-full border-collapse text-sm tabular-nums">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="text-soft">
              <th scope="col" className={`${CELL} pl-0! text-left! font-normal`}>
                {first}
              </th>
              {others.map((head) => (
                <th key={head} scope="col" className={`${CELL} font-normal`}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...values], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and rows never move
              <tr key={index}>
                <th
                  scope="row"
                  className={`${CELL} pl-0! text-left! min-w-20 font-normal wrap-anywhere`}
                >
                  {name}
                </th>
                {values.map((value, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their position
                  <td key={column} className={`${CELL} whitespace-nowrap`}>
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      {children}
    </details>
  )
}
