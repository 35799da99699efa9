import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import type { AuditWanted, AuditWords } from '#domain/oversight/audit-log.ts'

type AuditFiltersProps = {
  wanted: Omit<AuditWanted, 'timeZone' | 'after'>
  words: AuditWords
}

/** What has been asked for stays to choose from, also when the log no longer knows the word. */
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
        placeholder="Name, email, the house"
        defaultValue={wanted.actor}
        className="col-span-2 sm:col-span-1"
      />
      <SelectField
        label="Thing"
        name="noun"
        placeholder="Anything"
        options={withOwn(words.nouns, wanted.noun)}
        defaultValue={wanted.noun}
      />
      <SelectField
        label="Action"
        name="action"
        placeholder="Any"
        options={withOwn(words.actions, wanted.action)}
        defaultValue={wanted.action}
      />
      <Field label="From" type="date" name="from" defaultValue={wanted.from ?? ''} />
      <Field label="To" type="date" name="to" defaultValue={wanted.to ?? ''} />
      <Button kind="secondary" className="min-h-11! px-5!">
        Show
      </Button>
    </Form>
  )
}
