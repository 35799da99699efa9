import { ProofFields } from '#app/components/profile/proof-fields.tsx'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import type { Problem } from '#app/forms/forms.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { PersonDetails } from '#domain/admin/lists/person-page.ts'
import type { RefundablePurchase } from '#domain/money/checkout/refunding/refund-purchase.ts'
import {
  GRANT_DAYS,
  MAX_CREDITS_A_GRANT,
  MAX_CREDITS_GRANTED,
  MONTHS_GRANTED,
} from '#domain/money/credits/grant-limits.ts'
import { dollars } from '#domain/shared/cents.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { inWords } from '#domain/shared/figures.ts'
import { isolated } from '#domain/shared/isolate.ts'
import type { ShownOrder } from './person-sections.tsx'

type PersonActsProps = {
  act: PersonAct
  person: PersonDetails
  /** The purchase named in the address, if it can be refunded. */
  order: ShownOrder | null
  /** The idempotency key of a grant of credits. */
  formKey: string
  answer: Problem | undefined
  /** The admin uses a second factor, and is asked for a code to confirm their identity. */
  adminHasSecondFactor: boolean
  grantsLeft: number
  closeTo: string
}

type Question = { question: string; line: string; confirm: string; danger?: true }

export function PersonActs({
  act,
  person,
  order,
  formKey,
  answer,
  adminHasSecondFactor,
  grantsLeft,
  closeTo,
}: PersonActsProps) {
  const field = fieldsOf(answer)
  const { question, line, confirm, danger } = requested(person.fullName, order)[act]
  const key = answer?.values.key ?? formKey
  return (
    <ConfirmDialog
      question={question}
      open={answer ?? act}
      closeTo={closeTo}
      fields={{
        intent: act,
        ...(act === 'give' && { key }),
        ...(order?.refundable && { order: order.id, cents: String(order.refundable.cents) }),
      }}
      noValidate
      confirmText={confirm}
      danger={danger ?? false}
    >
      <div className="grid gap-5">
        <p className="text-soft">{line}</p>
        {answer && answer.problem !== '' && <Notice kind="error">{answer.problem}</Notice>}
        {act === 'give' && (
          <Field
            label="Credits"
            {...field('credits')}
            type="text"
            inputMode="numeric"
            hint={`At most ${MAX_CREDITS_A_GRANT} at once. Admins can give ${showNumber(MAX_CREDITS_GRANTED)} in ${GRANT_DAYS} days: ${showNumber(grantsLeft)} ${grantsLeft === 1 ? 'is' : 'are'} left.`}
            required
          />
        )}
        {act === 'refund' && order?.refundable && (
          <Field
            label="Credits to refund"
            {...field('credits', order.refundable.credits)}
            type="text"
            inputMode="numeric"
            hint={refundableNumbers(order.refundable)}
            required
          />
        )}
        {act === 'reset-second-factor' && (
          <ProofFields hasSecondFactor={adminHasSecondFactor} errors={answer?.fields} />
        )}
        {(act === 'give' || act === 'block' || act === 'refund') && (
          <TextArea
            label="Reason"
            {...field('reason')}
            hint="The user will see this."
            required
            rows={3}
            maxLength={500}
          />
        )}
      </div>
    </ConfirmDialog>
  )
}

function refundableNumbers({ credits, ownCredits }: RefundablePurchase): string {
  if (credits === ownCredits) return `1 to ${showNumber(credits)}.`
  const all = `${showNumber(credits)} with the gift code`
  return ownCredits > 0 ? `1 to ${showNumber(ownCredits)}, or ${all}.` : `All ${all}.`
}

function requested(
  fullName: string,
  order: ShownOrder | null,
): Readonly<Record<PersonAct, Question>> {
  const refundable = order?.refundable
  const amount = dollars(refundable?.cents ?? 0)
  const credits = creditsInWords(refundable?.credits ?? 0)
  return {
    refund: {
      question: isolated(`Refund up to ${amount} to ${fullName}?`),
      line: `${credits} ${refundable?.credits === 1 ? 'is' : 'are'} unspent. The refunded credits are removed${
        refundable?.giftCodeId ? '; with all of them, the unclaimed gift code stops working' : ''
      }. Their share of the price goes back to the original payment card. If the refund fails, the credits come back. The user will get an email.`,
      confirm: 'Refund',
      danger: true,
    },
    give: {
      question: isolated(`Give credits to ${fullName}`),
      line: `They are valid for ${inWords(MONTHS_GRANTED, 'month')}. The user will get an email.`,
      confirm: 'Give credits',
    },
    block: {
      question: isolated(`Block ${fullName}?`),
      line: 'They will be signed out and cannot sign in again. Open rentals continue. If they have a plan, it will not renew. They will get an email.',
      confirm: 'Block',
      danger: true,
    },
    unblock: {
      question: isolated(`Unblock ${fullName}?`),
      line: 'They will be able to sign in again and will get an email.',
      confirm: 'Unblock',
    },
    'sign-out': {
      question: isolated(`Sign ${fullName} out everywhere?`),
      line: 'This ends all their sessions and cancels any password reset links sent so far.',
      confirm: 'Sign out',
    },
    'reset-second-factor': {
      question: isolated(`Reset two-step verification for ${fullName}?`),
      line: 'Only do this once you are sure who is asking. They will be signed out everywhere, need only their password to sign in, and will get an email.',
      confirm: 'Reset',
      danger: true,
    },
    'return-deposit': {
      question: isolated(`Refund ${fullName}’s deposit?`),
      line: 'The remaining amount is refunded to the original payment card.',
      confirm: 'Refund deposit',
    },
  }
}

export const personActs = [
  'give',
  'block',
  'unblock',
  'sign-out',
  'reset-second-factor',
  'return-deposit',
  'refund',
] as const
export type PersonAct = (typeof personActs)[number]
