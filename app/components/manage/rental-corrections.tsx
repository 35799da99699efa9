import { useLocation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { Form } from '#app/ui/form.tsx'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { Link } from '#app/ui/link.tsx'
import type { UndoName } from '#domain/booking/rentals/stage/rental-stage.ts'
import { dollars } from '#domain/shared/cents.ts'
import { correctionWords } from './correction-words.ts'
import type { StepAnswer } from './step-question.tsx'

export type ShownCorrection = {
  readonly name: UndoName
  /** Until when, as text; null without an end. */
  readonly until: string | null
}

type RentalCorrectionsProps = {
  own: string
  correction: ShownCorrection | null
  /** Until when an admin can reduce the withheld amount, as text. */
  reduceUntil: string | null
  withheldCents: number
  answer: StepAnswer | undefined
}

export function RentalCorrections(props: RentalCorrectionsProps) {
  const { own, correction, reduceUntil, withheldCents, answer } = props
  const form = useFirstInvalid(answer)
  const field = fieldsOf(answer)
  if (!correction && !reduceUntil) return null
  return (
    <section aria-label="Corrections" className="grid gap-6">
      {correction && (
        <p className="text-sm text-soft">
          {correctionWords[correction.name].hint}{' '}
          <Link
            to={`${own}?undo=${encodeURIComponent(correction.name)}`}
            preventScrollReset
            className="inline-flex min-h-11 items-center text-link md:min-h-7"
          >
            {correction.until ? 'Undo' : correctionWords[correction.name].confirm}
          </Link>
          {correction.until && ` (until ${correction.until})`}
        </p>
      )}
      {reduceUntil && (
        <Form
          ref={form}
          method="post"
          action={own}
          failed="Failed to change the amount"
          className="grid gap-4 border-t border-ink pt-6"
        >
          <Field
            label="Amount to keep instead"
            hint={`In dollars, less than ${dollars(withheldCents)}. Enter 0 to keep nothing. You can change this until ${reduceUntil}, when the remaining deposit is refunded.`}
            {...field('reduce')}
            type="number"
            inputMode="decimal"
            min={0}
            max={(withheldCents - 1) / 100}
            step={0.01}
            required
            className="max-w-56"
          />
          <p>
            <Button name="intent" value="reduce" kind="secondary" busyText="Processing...">
              Change amount
            </Button>
          </p>
        </Form>
      )}
    </section>
  )
}

export function CorrectionQuestion({ own, name }: { own: string; name: UndoName }) {
  const { key } = useLocation()
  return (
    <ConfirmDialog
      question={correctionWords[name].question}
      open={key}
      closeTo={own}
      action={own}
      fields={{ intent: 'undo', correction: name }}
      confirmText={correctionWords[name].confirm}
      cancelText="Go back"
    >
      <p className="text-soft">{correctionWords[name].effect}</p>
    </ConfirmDialog>
  )
}
