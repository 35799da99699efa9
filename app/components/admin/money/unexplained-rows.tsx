import { Moment } from '#app/components/admin/moment.tsx'
import { RowLink } from '#app/components/admin/row-actions.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import type { Unexplained } from '#domain/money/balance/balance.ts'
import { capitalized } from '#domain/shared/capitalized.ts'
import { dollars } from '#domain/shared/cents.ts'
import { StripeLink } from './stripe-link.tsx'

type UnexplainedRowsProps = {
  rows: readonly Unexplained[]
  explainTo: (id: string) => string
  paymentsAreReal: boolean
}

/** Transactions at Stripe that none of our records explains. */
export function UnexplainedRows({ rows, explainTo, paymentsAreReal }: UnexplainedRowsProps) {
  return (
    <ul className="mt-6 border-t border-line">
      {rows.map((row) => (
        <li
          key={row.id}
          className="grid items-center gap-x-8 gap-y-2 border-b border-line py-4 md:grid-cols-[8rem_minmax(0,1fr)_auto]"
        >
          <p className="font-heading text-2xl lining-nums tabular-nums">
            {dollars(row.amountCents)}
          </p>
          <div className="min-w-0">
            <h2 className="text-lg leading-snug">{typeWords(row.type)}</h2>
            <Facts className="text-sm break-all text-soft">
              {row.id}
              {row.source}
            </Facts>
            <Facts className="text-sm text-soft">
              <Moment at={row.createdAt} />
              {row.feeCents !== 0 && `fee ${dollars(row.feeCents)}`}
              {paymentsAreReal && row.source?.startsWith('pi_') && (
                <StripeLink paymentIntent={row.source} />
              )}
            </Facts>
          </div>
          <RowLink to={explainTo(row.id)} name={row.id}>
            Mark as explained
          </RowLink>
        </li>
      ))}
    </ul>
  )
}

const TYPES: Readonly<Record<string, string>> = {
  charge: 'Payment',
  refund_failure: 'Failed refund',
  adjustment: 'Dispute or adjustment',
  transfer: 'Transfer to an account',
  transfer_refund: 'Transfer taken back',
}

/** 'Payment' for 'charge', 'Reserve hold' for 'reserve_hold'. */
const typeWords = (type: string) => TYPES[type] ?? capitalized(type.replaceAll('_', ' '))

type ExplainDialogProps = { transaction: Unexplained; answer: Problem | undefined; closeTo: string }

export function ExplainDialog({ transaction, answer, closeTo }: ExplainDialogProps) {
  const field = fieldsOf(answer)
  return (
    <ConfirmDialog
      question={`Mark ${dollars(transaction.amountCents)} as explained?`}
      open={answer ?? transaction}
      closeTo={closeTo}
      fields={{ intent: 'explain', transaction: transaction.id }}
      confirmText="Mark as explained"
      noValidate
    >
      <TextArea
        label="What was it?"
        hint="For example, a sale outside the shop. Check it in Stripe first."
        {...field('note')}
        required
        maxLength={1000}
        rows={3}
      />
    </ConfirmDialog>
  )
}
