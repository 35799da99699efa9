import type { ReactNode } from 'react'
import { DocumentFacts } from '#app/components/pages/document-facts.tsx'
import { shopInWords } from '#app/components/pages/shop-in-words.ts'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { dollars } from '#domain/shared/cents.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { type StatementLine, StatementTable } from './statement-table.tsx'

/** A payout with its day as text. */
export type ShownPayout = {
  readonly id: string
  readonly cents: number
  readonly reversedCents: number
  /** 'Dec 5, 2026' */
  readonly day: string
  readonly isPaid: boolean
}

type PayoutStatementProps = {
  payout: ShownPayout
  stripeId: string | null
  sums: {
    readonly rentalCents: number
    readonly damageCents: number
    readonly correctionCents: number
    readonly count: number
  }
  lines: readonly StatementLine[]
  closet: { readonly name: string; readonly email: string }
  businessAddress: string | null
  /** Where the earnings that are not listed are found. */
  rest?: ReactNode
}

/** The statement of a payout, to print or to keep as a file. */
export function PayoutStatement(props: PayoutStatementProps) {
  const { payout, stripeId, sums, lines, closet, businessAddress, rest } = props
  const { supportEmail } = useShell()
  const parts = [
    { name: 'Rentals', cents: sums.rentalCents },
    { name: 'Deposits kept', cents: sums.damageCents },
    { name: 'Adjustments', cents: sums.correctionCents },
  ].filter(({ cents }) => cents !== 0)
  return (
    <>
      <DocumentFacts
        facts={[
          ['Paid by', shopInWords(businessAddress, supportEmail)],
          ['Paid to', isolated(`${closet.name}, ${closet.email}`)],
          payout.isPaid ? ['Sent on', payout.day] : ['On its way since', payout.day],
          ['Payout number', payout.id],
          ...(stripeId ? [['Number at Stripe', stripeId] as const] : []),
        ]}
      />
      <StatementTable
        lines={lines}
        sums={[
          ...(parts.length > 1 ? parts : []),
          { name: payout.isPaid ? 'Paid' : 'To be paid', cents: payout.cents },
        ]}
      />
      {payout.reversedCents > 0 && (
        <p className="mt-4 max-w-prose">
          {`${dollars(payout.reversedCents)} of this payout was taken back in Stripe.`}
        </p>
      )}
      {sums.count > lines.length && (
        <p className="mt-4 max-w-prose text-sm text-soft">
          {`The first ${showNumber(lines.length)} of ${showNumber(sums.count)} earnings are listed; the sums are those of all. `}
          {rest}
        </p>
      )}
    </>
  )
}
