import { useFirstInvalid } from '#app/components/use-first-invalid.ts'
import type { Problem } from '#app/http/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Form } from '#app/ui/form.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { MAX_REASONS_CHARACTERS } from '#domain/appeals/appeal-limits.ts'
import { dollars } from '#domain/shared/cents.ts'

/** An admin's decision on an appeal. */
export function DecideForm({
  withheldCents,
  answer,
}: {
  withheldCents: number
  answer: Problem | undefined
}) {
  const form = useFirstInvalid(answer)
  return (
    <section aria-labelledby="decide" className="border-t border-ink pt-6">
      <h2 id="decide" className="text-[1.625rem]">
        Decision
      </h2>
      <Form
        method="post"
        failed="The decision could not be saved"
        noValidate
        ref={form}
        className="mt-5 grid gap-6"
      >
        <SelectField
          label="What happens to the money?"
          name="outcome"
          placeholder="Choose a decision"
          options={[
            { value: 'upheld', label: `The closet keeps ${dollars(withheldCents)}` },
            { value: 'reduced', label: 'The renter gets a part back' },
            { value: 'overturned', label: `The renter gets ${dollars(withheldCents)} back` },
          ]}
          defaultValue={answer?.values.outcome}
          error={answer?.fields.outcome}
        />
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
        <TextArea
          label="Reasons"
          name="reasons"
          rows={4}
          required
          maxLength={MAX_REASONS_CHARACTERS}
          hint="Both sides get them by email."
          defaultValue={answer?.values.reasons}
          error={answer?.fields.reasons}
        />
        <p>
          <Button busyText="Processing...">Decide</Button>
        </p>
      </Form>
    </section>
  )
}
