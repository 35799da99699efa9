import {
  RentalRequests,
  type RequestsOfRental,
} from '#app/components/admin/support/rental-requests.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import type { Side } from '#domain/care/support/ask-side.ts'
import { MAX_SUPPORT_CHARACTERS } from '#domain/care/support/support-limits.ts'

type CaseQuestionsProps = {
  requests: RequestsOfRental
  /** Null when nobody is asked any more. */
  form: {
    readonly formKey: string
    readonly names: Readonly<Record<Side, string>>
    readonly answer: Problem | undefined
  } | null
}

/** Questions to both sides of a case, as support requests that the admin opens. */
export function CaseQuestions({ requests, form }: CaseQuestionsProps) {
  if (!form && requests.length === 0) return null
  return (
    <section aria-labelledby="questions" className="border-t border-line pt-6">
      <h2 id="questions" className="text-[1.625rem]">
        Questions
      </h2>
      {requests.length > 0 && <RentalRequests requests={requests} />}
      {form && <QuestionForm key={requests.length} {...form} />}
    </section>
  )
}

type QuestionFormProps = NonNullable<CaseQuestionsProps['form']>

function QuestionForm({ formKey, names, answer }: QuestionFormProps) {
  const field = fieldsOf(answer)
  return (
    <Form
      method="post"
      noValidate
      once
      failed="The question could not be sent"
      answer={answer}
      className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-6"
    >
      <input type="hidden" name="intent" value="ask" />
      <input type="hidden" name="form_key" value={formKey} />
      <SelectField
        label="Whom do you ask?"
        {...field('side')}
        required
        placeholder="Choose a side"
        options={[
          { value: 'renter', label: `${names.renter} (renter)` },
          { value: 'owner', label: `${names.owner} (closet)` },
        ]}
      />
      <TextArea
        label="Question"
        {...field('words')}
        rows={3}
        required
        maxLength={MAX_SUPPORT_CHARACTERS}
        hint="Only this side gets it, by email and in “Your requests”. The answer is listed here and in Support."
      />
      <p>
        <Button kind="secondary" busyText="Sending...">
          Send question
        </Button>
      </p>
    </Form>
  )
}
