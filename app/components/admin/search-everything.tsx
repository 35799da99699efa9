import { href, useLocation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { Form } from '#app/ui/form.tsx'
import { SearchIcon } from '#app/ui/icons.tsx'

/** The search field of every admin page. */
export function SearchEverything() {
  const { pathname, search } = useLocation()
  const q = pathname === href('/admin/search') ? new URLSearchParams(search).get('q') : null
  return (
    <search className="min-w-0 flex-1 basis-64 sm:max-w-md">
      <Form method="get" action={href('/admin/search')} className="flex items-end gap-2">
        <Field
          key={q}
          label="Search everything"
          labelHidden
          type="search"
          name="q"
          defaultValue={q ?? ''}
          maxLength={100}
          placeholder="Name, number, amount, code"
          className="min-w-0 flex-1 [&_input]:h-11 [&_input]:px-3 [&_input]:placeholder:text-[0.9375rem]"
        />
        <Button kind="secondary" className="min-h-11! px-4!" aria-label="Find everything">
          <SearchIcon className="size-4.5" />
        </Button>
      </Form>
    </search>
  )
}
