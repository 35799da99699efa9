import { href } from 'react-router'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { MONTHLY_CREDITS, RENEWAL_TERMS } from '#domain/money/plans/plan-words.ts'
import { plans } from '#domain/money/plans/plans.ts'
import { dollars, shortDollars } from '#domain/shared/cents.ts'
import { GiftPrompt, type GiftQuestion } from './gift-prompt.tsx'

/** The server's answer to a form of the credits page: a question or a problem. */
export type CreditsAnswer =
  | ({ readonly kind: 'gift-recipient' } & GiftQuestion)
  | {
      readonly kind: 'upgrade'
      readonly dueCents: number
      readonly changed: boolean
      readonly isCancelled: boolean
    }
  | { readonly kind: 'downgrade'; readonly from: string }
  | { readonly kind: 'claim-refused'; readonly error: string; readonly code: string }

/** The answer as a question, open from the start. */
export function CreditsQuestion({ answer }: { answer: CreditsAnswer | undefined }) {
  switch (answer?.kind) {
    case 'gift-recipient':
      return <GiftPrompt question={answer} open={answer} />
    case 'upgrade':
      return (
        <ConfirmDialog
          question="Upgrade to Annual?"
          open={answer}
          action={href('/credits')}
          fields={{ intent: 'upgrade', confirmed: 'yes', quoted: String(answer.dueCents) }}
          confirmText={`Pay ${dollars(answer.dueCents)} now`}
        >
          {answer.changed && (
            <p className="mb-3">
              The price has changed since you last saw it. Please check it again.
            </p>
          )}
          <p className="text-soft">
            We will charge {dollars(answer.dueCents)} to your card now: the annual price minus the
            unused part of your current month. Your year starts today, with {MONTHLY_CREDITS}.{' '}
            {RENEWAL_TERMS.subscription_annual}
          </p>
          {answer.isCancelled && (
            <p className="mt-3">
              This also undoes your cancellation: the plan will renew each year.
            </p>
          )}
        </ConfirmDialog>
      )
    case 'downgrade':
      return (
        <ConfirmDialog
          question="Downgrade to Monthly?"
          open={answer}
          action={href('/credits')}
          fields={{ intent: 'downgrade', confirmed: 'yes' }}
          confirmText="Downgrade to Monthly"
          cancelText="Keep Annual Plan"
        >
          <p className="text-soft">
            Your annual plan continues until {answer.from}. After that you pay{' '}
            {shortDollars(plans.subscription_monthly.priceCents)} per month. You can change your
            mind until then.
          </p>
        </ConfirmDialog>
      )
    default:
      return null
  }
}
