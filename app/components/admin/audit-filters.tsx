import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { Form } from '#app/ui/form.tsx'
import type { AuditWanted, AuditWords } from '#domain/admin/audit/audit-log.ts'
import { actionOptions } from './action-options.ts'
import { nounWords } from './audit-words.ts'

type AuditFiltersProps = {
  wanted: Omit<AuditWanted, 'timeZone' | 'after'>
  words: AuditWords
}

/** The selected value stays in the list even if no line has it any more. */
const withOwn = (words: readonly string[], own: string) =>
  own && !words.includes(own) ? [...words, own] : words

export function AuditFilters({ wanted, words }: AuditFiltersProps) {
  return (
    <Form
      method="get"
      role="search"
      aria-label="Audit log"
      className="mt-6 grid grid-cols-2 items-end gap-4 sm:grid-cols-3 lg:grid-cols-[minmax(0,1.4fr)_repeat(2,minmax(0,1fr))_repeat(2,minmax(0,1.1fr))_auto] [&_input]:h-11 [&_input]:px-3 [&_select]:h-11 [&>div]:grid-cols-[minmax(0,1fr)]"
    >
      {wanted.nounId && <input type="hidden" name="id" value={wanted.nounId} />}
      <Field
        label="Who"
        type="search"
        name="actor"
        placeholder="Name, email or system"
        defaultValue={wanted.actor}
        className="col-span-2 sm:col-span-1"
      />
      <SelectField
        label="Type"
        name="noun"
        placeholder="All types"
        options={withOwn(words.nouns, wanted.noun).map((value) => ({
          value,
          label: nounWords(value),
        }))}
        defaultValue={wanted.noun}
      />
      <SelectField
        label="Action"
        name="action"
        placeholder="All actions"
        options={actionOptions(words.actions, wanted.action)}
        defaultValue={wanted.action}
      />
      <Field label="From" type="date" name="from" defaultValue={wanted.from ?? ''} />
      <Field label="To" type="date" name="to" defaultValue={wanted.to ?? ''} />
      <Button kind="secondary" className="min-h-11! px-5!">
        Apply
      </Button>
    </Form>
  )
}
