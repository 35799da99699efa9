import { href, useNavigation } from 'react-router'
import { EditConflictNotice, SeenVersion } from '#app/components/edit-conflict-notice.tsx'
import type { FormAnswer } from '#app/forms/forms.ts'
import {
  boundsOf,
  NEVER_EXPIRE,
  NUMBER_LABELS,
  NUMBERS_NOT_SAVED,
  typedNumber,
} from '#app/forms/platform-numbers-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { Form } from '#app/ui/form.tsx'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { Notice } from '#app/ui/notice.tsx'
import { LAWFUL_MONTHS } from '#domain/site/settings/gift-expiry.ts'
import type { PlatformNumbers } from '#domain/site/settings/platform-numbers.ts'
import { useSeenVersion } from './use-seen-version.ts'

type PlatformNumbersProps = {
  numbers: PlatformNumbers
  version: string
  /** A legal requirement that the saved numbers do not meet; null without one. */
  warning: string | null
  answer: FormAnswer | undefined
}

export function PlatformNumbersForm({ numbers, version, warning, answer }: PlatformNumbersProps) {
  const form = useFirstInvalid(answer)
  const saving = useNavigation().formData?.get('intent') === 'numbers'
  const refused = answer?.ok === false ? answer : undefined
  const shown = fieldsOf(refused)
  const seen = useSeenVersion({ version, values: numbers }, saving, refused?.values.seen)
  const field = (name: keyof PlatformNumbers) => ({
    ...shown(name, typedNumber(name, numbers[name] ?? LAWFUL_MONTHS)),
    label: NUMBER_LABELS[name],
    type: 'number',
    inputMode: 'numeric' as const,
    step: 1,
    ...boundsOf(name),
  })
  const expiry = shown('gift_expiry', numbers.gift_months === null ? 'never' : 'months')
  return (
    <section aria-labelledby="numbers" className="mt-16 border-t border-line pt-12">
      <h2 id="numbers" className="text-2xl">
        High-value items and gifts
      </h2>
      {warning && <Notice className="mt-5 max-w-prose">{warning}</Notice>}
      <Form
        ref={form}
        method="post"
        // Without a script the answer is shown here, not at the top of the page.
        action={`${href('/admin/site-layout')}#numbers`}
        failed={NUMBERS_NOT_SAVED}
        className="mt-5"
      >
        <input type="hidden" name="intent" value="numbers" />
        <SeenVersion version={seen} />
        <div className="grid max-w-4xl items-start gap-5 sm:grid-cols-2">
          <Field {...field('high_value_cents')} required hint="By replacement value, if set." />
          <Field {...field('high_value_rentals')} required hint="Counted across all closets." />
          <fieldset className="min-w-0">
            <legend className="text-sm font-medium">Gift credits</legend>
            <p className="mt-0.5 text-sm text-soft">For gifts bought from now on.</p>
            <ExpiryChoice {...expiry} value="months" label="Expire after some months" />
            <Field {...field('gift_months')} className="mb-1 pl-8" />
            <ExpiryChoice {...expiry} value="never" label={NEVER_EXPIRE} />
          </fieldset>
        </div>
        {refused && refused.problem !== '' && !saving && (
          <Notice kind="error" className="mt-8">
            {refused.problem}
          </Notice>
        )}
        <p className="mt-8">
          <Button busy={saving} busyText="Saving...">
            Save rules
          </Button>
        </p>
        {refused?.editConflict && !saving && (
          <div className="mt-8 max-w-4xl">
            <EditConflictNotice
              editConflict={refused.editConflict}
              showTheirs={href('/admin/site-layout')}
            />
          </div>
        )}
      </Form>
    </section>
  )
}

type ExpiryChoiceProps = { name: string; defaultValue: string; value: string; label: string }

function ExpiryChoice({ name, defaultValue, value, label }: ExpiryChoiceProps) {
  return (
    <label className="flex min-h-11 w-fit items-center gap-3">
      <input
        type="radio"
        name={name}
        value={value}
        defaultChecked={value === defaultValue}
        className="size-5 shrink-0 accent-ink"
      />
      {label}
    </label>
  )
}
