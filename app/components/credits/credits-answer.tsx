import { href } from 'react-router'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { PromptDialog } from '#app/ui/prompt-dialog.tsx'
import { GIFT_HALF } from '#domain/checkout/pack-price.ts'
import { dollars, shortDollars } from '#domain/shared/cents.ts'
import { MONTHLY_CREDITS } from '#domain/subscriptions/plan-words.ts'
import { plans } from '#domain/subscriptions/plans.ts'
import { CHECKOUT_FAILED } from './product-words.ts'

/** The server's answer to a form of the credits page: a question or a problem. */
export type CreditsAnswer =
  | {
      readonly kind: 'gift-recipient'
      readonly typed: string
      readonly error?: string
      readonly returnTo: string
      readonly cancelTo: string
    }
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
      return (
        <PromptDialog
          question="Who is the gift for?"
          open={answer}
          action={href('/credits')}
          fields={{
            product: 'gift',
            return_to: answer.returnTo,
            cancel_to: answer.cancelTo,
          }}
          confirmText="Continue to payment"
          failed={`Error: ${CHECKOUT_FAILED}`}
          field={{
            label: 'Your friend’s email',
            name: 'friend_email',
            type: 'email',
            defaultValue: answer.typed,
            error: answer.error,
            hint: `We send them a code for ${GIFT_HALF} credits. The other ${GIFT_HALF} are yours.`,
            required: true,
            autoFocus: true,
            maxLength: 254,
          }}
        />
      )
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
            unused part of your current month. Your year starts today, with {MONTHLY_CREDITS}.
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
