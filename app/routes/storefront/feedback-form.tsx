import { href, useNavigation } from 'react-router'
import type { FormAnswer } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

type FeedbackFormProps = {
  from: { readonly name: string; readonly email: string }
  answer: FormAnswer | undefined
}

/** Checked on the server alone, so that its sentences show with and without a script. */
export function FeedbackForm({ from, answer }: FeedbackFormProps) {
  const busy = useNavigation().formAction?.startsWith(href('/feedback')) ?? false
  const refused = answer?.ok === false ? answer : null
  const typed = (name: string) => refused?.values[name]
  const missing = (name: string) =>
    refused?.values[name]?.trim() === '' ? 'This field is required.' : undefined
  return (
    <div className="page-column grid gap-x-16 gap-y-10 py-10 sm:py-16 lg:grid-cols-[5fr_6fr]">
      <header>
        <h1>Feedback</h1>
        <p className="mt-5 max-w-[38ch] text-lg wrap-anywhere text-soft">
          Tell us what you like, what you don’t like and what is missing.
        </p>
        <p className="mt-4 text-soft">
          If something is wrong, or you need an answer, please go to{' '}
          <TextLink to={`${href('/help')}#contact`}>Help</TextLink>.
        </p>
      </header>
      <Form
        method="post"
        answer={refused}
        noValidate
        once
        failed="Failed to submit feedback"
        className="grid max-w-xl gap-6"
      >
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
          defaultValue={typed('message')}
          error={refused?.fields.message ?? missing('message')}
        />
        <p>
          <Button busy={busy} busyText="Sending...">
            Send feedback
          </Button>
        </p>
      </Form>
    </div>
  )
}
