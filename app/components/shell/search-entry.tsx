import type { ReactNode } from 'react'
import { href } from 'react-router'

type SearchEntryProps = { className: string; children: ReactNode }

/**
 * The entry to the search from other pages. The browser sends this form without our script: results
 * come with the first answer, while a script would wait for the code of the search page first.
 */
export function SearchEntry({ className, children }: SearchEntryProps) {
  return (
    <search className={className}>
      <form action={href('/search')}>{children}</form>
    </search>
  )
}
