import type { ReactNode } from 'react'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { MAX_REASONS_CHARACTERS } from '#domain/care/cases/case-limits.ts'

type DecisionFormProps = {
  question: string
  placeholder?: string
  outcomes: readonly { readonly value: string; readonly label: string }[]
  maxReasons?: number
  reasonsHint?: string
  answer: Problem | undefined
  introduction?: ReactNode
  /** Between the outcome and the reasons. */
  children?: ReactNode
}

export function DecisionForm({
  question,
  placeholder = 'Choose a decision',
  outcomes,
  maxReasons = MAX_REASONS_CHARACTERS,
  reasonsHint = 'Both sides get them by email.',
  answer,
  introduction,
  children,
}: DecisionFormProps) {
  const field = fieldsOf(answer)
  return (
    <section aria-labelledby="decide" className="border-t border-ink pt-6">
      <h2 id="decide" className="text-[1.625rem]">
        Decision
      </h2>
      {introduction}
      <Form
        method="post"
        failed="The decision could not be saved"
        noValidate
        answer={answer}
        className="mt-5 grid gap-6"
      >
        <SelectField
          label={question}
          {...field('outcome')}
          required
          placeholder={placeholder}
          options={outcomes}
        />
        {children}
        <TextArea
          label="Reasons"
          {...field('reasons')}
          rows={4}
          required
          maxLength={maxReasons}
          hint={reasonsHint}
        />
        <p>
          <Button busyText="Processing...">Submit decision</Button>
        </p>
      </Form>
    </section>
  )
}
