import { ScrollFrame } from '#app/components/charts/scroll-frame.tsx'
import { dollars } from '#domain/shared/cents.ts'

export type StatementLine = {
  readonly id: string
  readonly cents: number
  /** 'Nov 28, 2026' */
  readonly day: string
  /** Null for an adjustment of no rental. */
  readonly title: string | null
  readonly reason: string
}

type StatementTableProps = {
  lines: readonly StatementLine[]
  /** What the lines add up to, by kind; the last one is the payout. */
  sums: readonly { readonly name: string; readonly cents: number }[]
}

const CELL = 'border-b border-line py-2.5 align-top'

/** The earnings that a payout pays, and their sums. */
export function StatementTable({ lines, sums }: StatementTableProps) {
  return (
    <ScrollFrame label="Earnings of this payout" className="mt-8 max-w-3xl">
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b border-ink text-left text-sm text-soft">
            <th scope="col" className="py-2 font-medium">
              Earned on
            </th>
            <th scope="col" className="py-2 pl-4 font-medium">
              For
            </th>
            <th scope="col" className="py-2 pl-4 text-right font-medium">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ id, day, title, reason, cents }) => (
            <tr key={id}>
              <td className={`${CELL} text-sm text-soft`}>{day}</td>
              <td className={`${CELL} pl-4 wrap-anywhere`}>
                {title ?? 'Adjustment'}
                <span className="block text-sm text-soft">{reason}</span>
              </td>
              <td className={`${CELL} pl-4 text-right whitespace-nowrap tabular-nums`}>
                {dollars(cents)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map(({ name, cents }, index) => (
            <tr key={name} className={index === sums.length - 1 ? 'font-medium' : 'text-soft'}>
              <th scope="row" colSpan={2} className="py-2 text-left font-[inherit]">
                {name}
              </th>
              <td className="py-2 pl-4 text-right whitespace-nowrap tabular-nums">
                {dollars(cents)}
              </td>
            </tr>
          ))}
        </tfoot>
      </table>
    </ScrollFrame>
  )
}
