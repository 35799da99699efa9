import { href } from 'react-router'
import { ScrollFrame } from '#app/components/charts/scroll-frame.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { ClosetFigureName } from '#db/enums.ts'
import { closetFigureNames } from '#db/enums.ts'
import type { ClosetOfMonth } from '#domain/money/months/closets-of-month.ts'
import { closingOf, type MonthLines, openingOf } from '#domain/money/months/month-lines.ts'
import { dollars } from '#domain/shared/cents.ts'
import { signed } from '#domain/shared/credits.ts'
import { monthWords } from './month-words.ts'

const CHANGE_WORDS = {
  rentals: 'Rentals',
  withheld_deposits: 'Withheld deposits',
  corrected: monthWords.earnings_corrected,
  paid: monthWords.earnings_paid,
} as const satisfies Record<ClosetFigureName, string>

type ClosetTableProps = {
  readonly closets: readonly ClosetOfMonth[]
  readonly lines: MonthLines
  readonly closing: string
}

/** What each closet had in a month, below the lines of all closets, which they add up to. */
export function ClosetTable({ closets, lines, closing }: ClosetTableProps) {
  return (
    <ScrollFrame label="Closets of the month" className="mt-6 border-t border-line">
      <table className="w-full min-w-[52rem] border-collapse text-[0.9375rem] tabular-nums [&_td]:py-2.5 [&_td]:pl-4 [&_td]:text-right [&_td]:whitespace-nowrap">
        <thead>
          <tr className="border-b border-line text-sm text-soft [&_th]:py-2 [&_th]:pl-4 [&_th]:text-right [&_th]:font-normal">
            <th scope="col" className="pl-0! text-left!">
              Closet
            </th>
            {['Opening', ...closetFigureNames.map((name) => CHANGE_WORDS[name]), closing].map(
              (head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          <tr className="border-b border-line font-medium">
            <th scope="row" className="py-2.5 text-left font-medium">
              All closets
            </th>
            <td>{dollars(openingOf(lines, 'earnings'))}</td>
            <td colSpan={2} className="text-center!">
              {signed(lines.earnings_earned, dollars)} earned
            </td>
            <td>{signed(lines.earnings_corrected, dollars)}</td>
            <td>{signed(lines.earnings_paid, dollars)}</td>
            <td>{dollars(closingOf(lines, 'earnings'))}</td>
          </tr>
          {closets.map((closet) => (
            <tr key={closet.id} className="border-b border-line">
              <th scope="row" className="py-2.5 text-left font-normal">
                <TextLink to={href('/admin/users/:id', { id: closet.id })}>
                  {closet.fullName}
                </TextLink>
                <span className="block text-sm break-all text-soft">{closet.email}</span>
              </th>
              <td>{dollars(closet.opening)}</td>
              {closetFigureNames.map((name) => (
                <td key={name}>{signed(closet[name], dollars)}</td>
              ))}
              <td className="font-medium">{dollars(closet.closing)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}
