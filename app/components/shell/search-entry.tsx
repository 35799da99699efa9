import type { ReactNode } from 'react'
import { href, useSubmit } from 'react-router'

type SearchEntryProps = { className: string; children: ReactNode }

/**
 * The way into the search from other pages. A plain form: it changes nothing, and every page would
 * load what others need.
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
