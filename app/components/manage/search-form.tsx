import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { Form } from '#app/ui/form.tsx'

type SearchFormProps = {
  label: string
  q: string
  /** Other query parameters, which stay. */
  hiddenFields?: Readonly<Record<string, string>>
}

/** Searches a long list for words; the results have an address. */
export function SearchForm({ label, q, hiddenFields = {} }: SearchFormProps) {
  return (
    <Form method="get" role="search" className="flex w-full max-w-sm items-end gap-2">
      {Object.entries(hiddenFields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field
        key={q}
        label={label}
        labelHidden
        type="search"
        name="q"
        defaultValue={q}
        placeholder={label}
        className="min-w-0 flex-1 [&_input]:h-11 [&_input]:px-3 [&_input]:placeholder:text-[0.9375rem]"
      />
      <Button kind="secondary" className="min-h-11! px-5!">
        Search
      </Button>
    </Form>
  )
}
