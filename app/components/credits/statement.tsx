import { href } from 'react-router'
import { classNames } from '#app/ui/class-names.ts'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { StatementLine } from '#domain/money/credits/statement.ts'
import type { DepositLine } from '#domain/money/deposits/deposit-lines.ts'
import { dollars } from '#domain/shared/cents.ts'
import { showNumber, signed } from '#domain/shared/credits.ts'
import { changeOf, depositPaid, depositWords, statementWords } from './statement-words.ts'

export type ShownLine = { readonly day: string } & (
  | { readonly of: 'credits'; readonly line: StatementLine }
  | { readonly of: 'deposit'; readonly line: DepositLine & { readonly balance: number } }
)

/** Every operation on a wallet and on the deposit, newest first. */
export function Statement({
  lines,
  next,
  isFirstPage,
}: {
  lines: readonly ShownLine[]
  next: string | null
  isFirstPage: boolean
}) {
  return (
    <section aria-labelledby="statement" className="page-column pb-16 sm:pb-24">
      <div className="flex flex-wrap items-end justify-between gap-4 border-b border-line pb-4">
        <h2 id="statement" className="scroll-mt-8 text-3xl">
          Statement
        </h2>
        <div className="flex flex-wrap gap-3 print:hidden">
          <LinkButton to={href('/credits/receipts')} kind="secondary" size="small">
            Receipts
          </LinkButton>
          {lines.length > 0 && (
            <LinkButton
              to={href('/credits/statement.csv')}
              reloadDocument
              download="hemline-credits.csv"
              kind="secondary"
              size="small"
            >
              Download statement (CSV)
            </LinkButton>
          )}
        </div>
      </div>
      {lines.length === 0 ? (
        <p className="py-8 text-soft">No activity yet.</p>
      ) : (
        <Lines lines={lines} />
      )}
      <Pagination
        label="Statement"
        first={isFirstPage ? null : `${href('/credits')}#statement`}
        next={next && `${href('/credits')}?after=${encodeURIComponent(next)}#statement`}
      />
    </section>
  )
}

function Lines({ lines }: { lines: readonly ShownLine[] }) {
  return (
    // Gaps in pixels, so that the table fits a phone with text at twice the size.
    <table className="mb-8 w-full border-collapse text-[min(0.9375rem,6.5vw)]">
      <thead>
        <tr className="border-b border-line text-left text-[min(0.875rem,6vw)] text-soft">
          <th scope="col" className="py-2.5 pr-[16px] font-normal">
            Activity
          </th>
          <th scope="col" className="py-2.5 pr-[16px] font-normal max-sm:hidden">
            Date
          </th>
          <th scope="col" className="py-2.5 pr-[16px] text-right font-normal max-sm:hidden">
            Paid
          </th>
          <th scope="col" className="py-2.5 pr-[16px] text-right font-normal">
            Credits
          </th>
          <th scope="col" className="py-2.5 text-right font-normal">
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((shown) => (
          <Line key={`${shown.line.kind} ${shown.line.id}`} shown={shown} />
        ))}
      </tbody>
    </table>
  )
}

/** The deposit is money: it has no credits, and the balance stays. */
function Line({ shown }: { shown: ShownLine }) {
  const { of, line, day } = shown
  const change = of === 'credits' ? changeOf(line) : null
  const paid = of === 'credits' ? line.paidCents : depositPaid(line)
  const words = of === 'credits' ? statementWords(line) : depositWords(line)
  return (
    <tr className="border-b border-line">
      <td className="py-3.5 pr-[16px] wrap-anywhere">
        {of === 'credits' && line.item ? (
          <Link to={href('/item/:id', { id: line.item.id })} className="hover:underline">
            {words}
          </Link>
        ) : (
          words
        )}
        <span className="block text-[min(0.875rem,6vw)] text-soft sm:hidden">
          {day}
          {paid !== null && `, ${dollars(Math.abs(paid))} ${paid < 0 ? 'back' : 'paid'}`}
        </span>
      </td>
      <td className="py-3.5 pr-[16px] text-soft whitespace-nowrap max-sm:hidden">{day}</td>
      <td className="py-3.5 pr-[16px] text-right text-soft tabular-nums whitespace-nowrap max-sm:hidden">
        {paid !== null && dollars(paid)}
      </td>
      <td
        className={classNames(
          'py-3.5 pr-[16px] text-right font-medium tabular-nums whitespace-nowrap',
          change !== null && change > 0 && 'text-success',
        )}
      >
        {change !== null && signed(change)}
      </td>
      <td className="py-3.5 text-right text-soft tabular-nums whitespace-nowrap">
        {showNumber(line.balance)}
      </td>
    </tr>
  )
}
