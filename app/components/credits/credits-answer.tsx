import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { PromptDialog } from '#app/ui/prompt-dialog.tsx'
import { dollars } from '#domain/shared/cents.ts'

/** What the server answered to a form of the credits page, where it has a question or a problem. */
export type CreditsAnswer =
  | {
      readonly kind: 'gift-recipient'
      readonly typed: string
      readonly error?: string
      readonly returnTo: string
    }
  | { readonly kind: 'upgrade'; readonly dueCents: number; readonly changed: boolean }
  | { readonly kind: 'downgrade'; readonly from: string }
  | { readonly kind: 'claim-refused'; readonly error: string; readonly code: string }

/** The answer as a question, open from the start where it is one. */
export function CreditsQuestion({ answer }: { answer: CreditsAnswer | undefined }) {
  switch (answer?.kind) {
    case 'gift-recipient':
      return (
        <PromptDialog
          question="Who is the gift for?"
          open={answer}
          action="/credits"
          fields={{ product: 'gift', return_to: answer.returnTo }}
          confirmText="Continue to payment"
          field={{
            label: 'Your friend’s e-mail',
            name: 'friend_email',
            type: 'email',
            defaultValue: answer.typed,
            error: answer.error,
            hint: 'We send them a code for 50 credits. The other 50 are yours.',
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
          action="/credits"
          fields={{ intent: 'upgrade', confirmed: 'yes', quoted: String(answer.dueCents) }}
          confirmText={`Pay ${dollars(answer.dueCents)} now`}
        >
          {answer.changed && (
            <p className="mb-3">The amount has changed a little since it was shown.</p>
          )}
          <p className="text-soft">
            {dollars(answer.dueCents)} is charged to your card now: a year, less what is unused of
            the month you have paid for. A new year begins today, with 30 credits per month.
          </p>
        </ConfirmDialog>
      )
    case 'downgrade':
      return (
        <ConfirmDialog
          question="Downgrade to Monthly?"
          open={answer}
          action="/credits"
          fields={{ intent: 'downgrade', confirmed: 'yes' }}
          confirmText="Downgrade to Monthly"
          cancelText="Keep Annual Plan"
        >
          <p className="text-soft">
            Your annual plan goes on until {answer.from}. From then on you pay $20 per month. Until
            then you can take it back.
          </p>
        </ConfirmDialog>
      )
    default:
      return null
  }
}
