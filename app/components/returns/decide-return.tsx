import { creditsInWords } from '#app/components/shell/shell.ts'
import { useFirstInvalid } from '#app/components/use-first-invalid.ts'
import type { Problem } from '#app/http/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { MAX_RETURN_CHARACTERS } from '#domain/return-requests/return-limits.ts'

/** An admin's decision on a return request. */
export function DecideReturn({
  credits,
  answer,
}: {
  credits: number
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
          label="Can it be sent back?"
          name="outcome"
          required
          placeholder="Choose a decision"
          options={[
            {
              value: 'accepted',
              label: `Yes: the renter gets ${creditsInWords(credits)} back`,
            },
            { value: 'refused', label: 'No: the rental goes on as it is' },
          ]}
          defaultValue={answer?.values.outcome}
          error={answer?.fields.outcome}
        />
        <TextArea
          label="Reasons"
          name="reasons"
          rows={4}
          required
          maxLength={MAX_RETURN_CHARACTERS}
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
