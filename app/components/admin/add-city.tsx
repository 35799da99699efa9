import { useNavigation } from 'react-router'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { Form } from '#app/ui/form.tsx'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { Notice } from '#app/ui/notice.tsx'
import { CITY_NOT_SAVED } from './admin-sentences.ts'

/**
 * The Add City form (spec 12.5); `total` is the number of cities: when it grows, the fields are
 * cleared.
 */
export function AddCity({
  answer,
  total,
}: {
  answer: Problem | undefined
  total: number | undefined
}) {
  const busy = useNavigation().formData?.get('intent') === 'add'
  const form = useFirstInvalid(answer)
  const shown = (name: string) => ({
    name,
    defaultValue: answer?.values[name] ?? '',
    error: answer?.fields[name],
  })
  return (
    <Form
      key={total}
      method="post"
      ref={form}
      noValidate
      aria-label="Add City"
      failed={CITY_NOT_SAVED}
      className="mt-6 grid max-w-3xl items-start gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]"
    >
      <input type="hidden" name="intent" value="add" />
      <Field label="City Name" required maxLength={80} {...shown('name')} />
      <Field label="State" required maxLength={40} {...shown('state')} />
      <Button busy={busy} busyText="Adding..." className="sm:mt-[1.625rem]">
        Add City
      </Button>
      {answer && answer.problem !== '' && (
        <Notice kind="error" className="sm:col-span-3">
          {answer.problem}
        </Notice>
      )}
    </Form>
  )
}
