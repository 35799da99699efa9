import type { ReactNode } from 'react'
import { ScrollFrame } from '#app/components/charts/scroll-frame.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { TextLink } from '#app/ui/text-link.tsx'
import {
  centsOf,
  changesOf,
  closingOf,
  creditChanges,
  type MonthLines,
  openingOf,
} from '#domain/money/months/month-lines.ts'
import { dollars } from '#domain/shared/cents.ts'
import { showNumber, signed } from '#domain/shared/credits.ts'
import { monthWords } from './month-words.ts'

type TableLine = {
  readonly name: string
  readonly cells: readonly string[]
  readonly isSum?: boolean
}

/** The accounts of a month: what each opened with, what changed it, what it closed with. */
export function MonthTables({
  lines,
  closing,
  closetsTo,
}: {
  lines: MonthLines
  closing: string
  /** The address of the same by closet. */
  closetsTo: string
}) {
  return (
    <div className="mt-10 grid gap-x-14 gap-y-12 lg:grid-cols-2">
      <MonthTable
        title="Credits"
        lead="All credits that people can still spend, with those of gift codes, and what was paid for them."
        heads={['Credits', 'Paid for them']}
        lines={creditLines(lines, closing)}
      />
      <div className="grid min-w-0 content-start gap-y-12">
        <MonthTable
          title="Deposits"
          lead="What is held for shoppers."
          heads={['Amount']}
          lines={moneyLines(lines, 'deposits', closing)}
        />
        <MonthTable
          title="Closets"
          lead="What closets have earned and not been paid yet."
          heads={['Amount']}
          lines={moneyLines(lines, 'earnings', closing)}
          more={<TextLink to={closetsTo}>By closet</TextLink>}
        />
      </div>
    </div>
  )
}

function creditLines(lines: MonthLines, closing: string): TableLine[] {
  const paid = (millicents: number) => dollars(centsOf(millicents))
  return [
    {
      name: 'Opening',
      cells: [showNumber(openingOf(lines, 'credits')), paid(openingOf(lines, 'millicents'))],
      isSum: true,
    },
    ...creditChanges.map((kind) => ({
      name: monthWords[`credits_${kind}`],
      cells: [
        signed(lines[`credits_${kind}`], showNumber),
        signed(lines[`millicents_${kind}`], paid),
      ],
    })),
    {
      name: closing,
      cells: [showNumber(closingOf(lines, 'credits')), paid(closingOf(lines, 'millicents'))],
      isSum: true,
    },
  ]
}

function moneyLines(
  lines: MonthLines,
  account: 'deposits' | 'earnings',
  closing: string,
): TableLine[] {
  return [
    { name: 'Opening', cells: [dollars(openingOf(lines, account))], isSum: true },
    ...changesOf[account].map((name) => ({
      name: monthWords[name],
      cells: [signed(lines[name], dollars)],
    })),
    { name: closing, cells: [dollars(closingOf(lines, account))], isSum: true },
  ]
}

type MonthTableProps = {
  title: string
  lead: string
  heads: readonly string[]
  lines: readonly TableLine[]
  more?: ReactNode
}

function MonthTable({ title, lead, heads, lines, more }: MonthTableProps) {
  return (
    <section className="min-w-0">
      <h2 className="text-[1.75rem]">{title}</h2>
      <p className="mt-1 text-sm text-soft">{lead}</p>
      <ScrollFrame label={`${title} of the month`} className="mt-3 border-t border-line">
        <table className="w-full border-collapse text-[0.9375rem] tabular-nums">
          <thead>
            <tr className="border-b border-line text-sm text-soft">
              <th scope="col" className="py-2 pr-4 text-left font-normal">
                Line
              </th>
              {heads.map((head) => (
                <th key={head} scope="col" className="py-2 pl-4 text-right font-normal">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, cells, isSum = false }) => (
              <tr key={name} className={classNames('border-b border-line', isSum && 'font-medium')}>
                <th
                  scope="row"
                  className={classNames(
                    'py-2.5 pr-4 text-left',
                    isSum ? 'font-medium' : 'font-normal',
                  )}
                >
                  {name}
                </th>
                {cells.map((cell, index) => (
                  <td key={heads[index]} className="py-2.5 pl-4 text-right whitespace-nowrap">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      {more && <p className="mt-3">{more}</p>}
    </section>
  )
}
