import type { ReactNode } from 'react'
import { href, useSubmit } from 'react-router'

type SearchEntryProps = { className: string; children: ReactNode }

/**
 * The entry to the search from other pages. A plain form: it changes nothing, and our `Form` would
 * load code on every page that only forms with changes need.
 */
export function SearchEntry({ className, children }: SearchEntryProps) {
  const submit = useSubmit()
  return (
    <search className={className}>
      <form
        action={href('/search')}
        onSubmit={(event) => {
          event.preventDefault()
          void submit(event.currentTarget)
        }}
      >
        {children}
      </form>
    </search>
  )
}
