import { Form, useNavigation } from 'react-router'
import { useFirstInvalid } from '#app/components/use-first-invalid.ts'
import type { FormAnswer } from '#app/http/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

type FeedbackFormProps = {
  from: { readonly name: string; readonly email: string }
  answer: FormAnswer | undefined
}

/** Checked on the server alone, so that its sentences show with and without a script. */
export function FeedbackForm({ from, answer }: FeedbackFormProps) {
  const busy = useNavigation().formAction?.startsWith('/feedback') ?? false
  const refused = answer?.ok === false ? answer : null
  const form = useFirstInvalid(refused)
  const typed = (name: string) => refused?.values[name]
  const missing = (name: string) =>
    refused?.values[name]?.trim() === '' ? 'This field is required.' : undefined
  return (
    <div className="page-column grid gap-x-16 gap-y-10 py-10 sm:py-16 lg:grid-cols-[5fr_6fr]">
      <header>
        <h1>Feedback</h1>
        <p className="mt-5 max-w-[38ch] text-lg text-soft">
          We are listening. Tell us what was lovely, what was not, and what is missing from the
          rail.
        </p>
      </header>
      <Form method="post" ref={form} noValidate className="grid max-w-xl gap-6">
        {refused?.problem && <Notice kind="error">{refused.problem}</Notice>}
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          required
          defaultValue={typed('name') ?? from.name}
          error={refused?.fields.name ?? missing('name')}
        />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={typed('email') ?? from.email}
          error={refused?.fields.email ?? missing('email')}
        />
        <TextArea
          label="Message"
          name="message"
          required
          rows={7}
          defaultValue={typed('message') ?? ''}
          error={refused?.fields.message ?? missing('message')}
        />
        <p>
          <Button busy={busy} busyText="Sending…">
            Send feedback
          </Button>
        </p>
      </Form>
    </div>
  )
}
