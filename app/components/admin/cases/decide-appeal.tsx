import type { Problem } from '#app/forms/forms.ts'
import { Field } from '#app/ui/fields/field.tsx'
import { MAX_REASONS_CHARACTERS } from '#domain/care/appeals/appeal-limits.ts'
import { dollars } from '#domain/shared/cents.ts'
import { DecisionForm } from './decision-form.tsx'

/** An admin's decision on an appeal. */
export function DecideAppeal({
  withheldCents,
  answer,
}: {
  withheldCents: number
  answer: Problem | undefined
}) {
  return (
    <DecisionForm
      question="What happens to the money?"
      outcomes={[
        { value: 'upheld', label: `The closet keeps ${dollars(withheldCents)}` },
        { value: 'reduced', label: 'The renter gets a part back' },
        { value: 'overturned', label: `The renter gets ${dollars(withheldCents)} back` },
      ]}
      maxReasons={MAX_REASONS_CHARACTERS}
      answer={answer}
    >
      <Field
        label="Amount that the renter gets back"
        hint={`In dollars. Only if a part of the ${dollars(withheldCents)} is returned.`}
        name="amount"
        type="number"
        inputMode="decimal"
        min={0.01}
        max={withheldCents / 100}
        step={0.01}
        optional
        defaultValue={answer?.values.amount}
        error={answer?.fields.amount}
        className="[&_input]:max-w-56"
      />
    </DecisionForm>
  )
}
