import type { Problem } from '#app/forms/forms.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { MAX_NOTE } from '#domain/money/payouts/earned/correction-limits.ts'
import { MAX_RATE_CENTS, RATE_NOTICE_DAYS } from '#domain/money/payouts/payout-rate-limits.ts'
import type { OpenDifference } from '#domain/money/payouts/transfers/transfer-differences.ts'
import { isolated } from '#domain/shared/isolate.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { differenceWords } from './payout-words.ts'

type DialogProps = { answer: Problem | undefined; closeTo: string }

function Refused({ answer }: { answer: Problem | undefined }) {
  return answer && answer.problem !== '' ? <Notice kind="error">{answer.problem}</Notice> : null
}

export function RateDialog({
  answer,
  closeTo,
  firstDay,
}: DialogProps & { firstDay: CalendarDate }) {
  const field = fieldsOf(answer)
  return (
    <ConfirmDialog
      question="Announce a new rate"
      open={answer ?? 'rate'}
      closeTo={closeTo}
      fields={{ intent: 'rate' }}
      confirmText="Announce"
      // The server's messages are more helpful than the browser's.
      noValidate
    >
      <div className="grid gap-5">
        <p className="text-soft">
          Every closet will get an email, {RATE_NOTICE_DAYS} days or more before the rate applies.
          It cannot be changed afterward. Rentals made before that day keep their rate.
        </p>
        <Refused answer={answer} />
        <Field
          label="Cents per credit"
          {...field('cents')}
          type="number"
          inputMode="numeric"
          required
          min={0}
          max={MAX_RATE_CENTS}
        />
        <Field label="From" {...field('from', firstDay)} type="date" required min={firstDay} />
      </div>
    </ConfirmDialog>
  )
}

type CorrectDialogProps = DialogProps & {
  closet: { readonly id: string; readonly fullName: string }
  /** The idempotency key of the correction. */
  formKey: string
}

export function CorrectDialog({ answer, closeTo, closet, formKey }: CorrectDialogProps) {
  const field = fieldsOf(answer)
  return (
    <ConfirmDialog
      question={isolated(`Adjust ${closet.fullName}’s earnings`)}
      open={answer ?? closet}
      closeTo={closeTo}
      fields={{ intent: 'correct', closet: closet.id, key: answer?.values.key ?? formKey }}
      confirmText="Save adjustment"
      noValidate
    >
      <div className="grid gap-5">
        <Refused answer={answer} />
        <Field
          label="Amount in dollars"
          {...field('amount')}
          inputMode="text"
          hint="For example 12.50, or -12.50 to deduct it from the next payout."
          required
        />
        <TextArea
          label="Reason"
          {...field('note')}
          hint="The closet will see this."
          required
          rows={3}
          maxLength={MAX_NOTE}
        />
      </div>
    </ConfirmDialog>
  )
}

export function AcceptDialog({
  answer,
  closeTo,
  difference,
}: DialogProps & { difference: OpenDifference }) {
  const field = fieldsOf(answer)
  return (
    <ConfirmDialog
      question="Mark this discrepancy as explained?"
      open={answer ?? difference}
      closeTo={closeTo}
      fields={{ intent: 'accept', difference: difference.id }}
      confirmText="Mark as explained"
      noValidate
    >
      <div className="grid gap-5">
        <p className="text-soft">
          {differenceWords(difference)} Payouts will continue once no discrepancy is left.
        </p>
        <Refused answer={answer} />
        <TextArea
          label="What did you find out?"
          {...field('note')}
          required
          rows={3}
          maxLength={1000}
        />
      </div>
    </ConfirmDialog>
  )
}
