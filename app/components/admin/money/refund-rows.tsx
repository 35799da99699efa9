import { href } from 'react-router'
import { Moment } from '#app/components/admin/moment.tsx'
import { RowButton, RowLink } from '#app/components/admin/row-actions.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { RefundReason } from '#db/enums.ts'
import { refundFailure } from '#domain/admin/exports/payment-words.ts'
import type { FailedRefund } from '#domain/money/checkout/refunding/manual-refunds.ts'
import { dollars } from '#domain/shared/cents.ts'
import { isolated } from '#domain/shared/isolate.ts'

const REASONS = {
  deposit_returned: 'Deposit refund',
  duplicate_payment: 'Duplicate payment',
  account_closed: 'Account closed',
  made_at_stripe: 'Refunded in Stripe',
  purchase_refunded: 'Purchase refund',
  appeal: 'Refund after an appeal',
} as const satisfies Record<RefundReason, string>

export function RefundRows({ refunds }: { refunds: readonly FailedRefund[] }) {
  return (
    <ul className="mt-6 border-t border-line">
      {refunds.map(({ id, person, cents, failedCents, reason, failure, requestedAt, failedAt }) => (
        <li
          key={id}
          className="grid items-center gap-x-8 gap-y-2 border-b border-line py-4 md:grid-cols-[6rem_minmax(0,1fr)_auto]"
        >
          <p className="font-heading text-2xl lining-nums tabular-nums">{dollars(cents)}</p>
          <div className="min-w-0">
            <h2 className="text-lg leading-snug break-words">
              <TextLink to={href('/admin/users/:id', { id: person.id })}>
                {person.fullName}
              </TextLink>
            </h2>
            <a href={`mailto:${person.email}`} className="text-sm break-all text-soft text-link">
              {person.email}
            </a>
            <p className="text-sm text-soft">
              {REASONS[reason]}, requested <Moment at={requestedAt} />
              {failedAt && (
                <>
                  , failed <Moment at={failedAt} />
                </>
              )}
            </p>
            {cents < failedCents && (
              <p className="text-sm">
                {dollars(failedCents)} failed, and {dollars(cents)} of it is still owed. The rest
                was disputed, kept or refunded since.
              </p>
            )}
            {failure && <p className="text-sm break-words text-danger">{refundFailure(failure)}</p>}
          </div>
          <div className="flex flex-wrap items-center gap-x-5">
            <RowButton
              fields={{ intent: 'retry', refund: id }}
              name={isolated(`for ${person.fullName}`)}
            >
              Try again
            </RowButton>
            <RowLink
              to={`${href('/admin/money')}?resolve=${id}`}
              name={isolated(`for ${person.fullName}`)}
            >
              Mark as refunded another way
            </RowLink>
          </div>
        </li>
      ))}
    </ul>
  )
}

type ResolveDialogProps = {
  refund: FailedRefund
  answer: Problem | undefined
  closeTo: string
}

export function ResolveDialog({ refund, answer, closeTo }: ResolveDialogProps) {
  const field = fieldsOf(answer)
  return (
    <ConfirmDialog
      question={isolated(
        `Has ${refund.person.fullName} received ${dollars(refund.cents)} another way?`,
      )}
      open={answer ?? refund}
      closeTo={closeTo}
      fields={{ intent: 'resolve', refund: refund.id, cents: `${refund.cents}` }}
      confirmText="Mark as refunded"
    >
      <TextArea
        label="How was it refunded?"
        hint="For example, a bank transfer or check, with the date."
        {...field('note')}
        required
        maxLength={1000}
        rows={3}
      />
    </ConfirmDialog>
  )
}
