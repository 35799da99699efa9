import type { ReactNode } from 'react'
import { Link } from '#app/ui/link.tsx'
import { QuickForm } from '#app/ui/quick-form.tsx'

export function RowButton({
  fields,
  name,
  failed,
  children,
}: {
  /** Posted: the intent and the row's id. */
  fields: Readonly<Record<string, string>>
  /** The row, for screen readers. */
  name: string
  /** What failed, shown when the server did not answer; see `Form`. */
  failed?: string
  children: ReactNode
}) {
  return (
    <QuickForm fields={fields} kind="quiet" size="small" failed={failed}>
      {children}
      <span className="sr-only"> {name}</span>
    </QuickForm>
  )
}

export function RowLink({ to, name, children }: { to: string; name: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      preventScrollReset
      className="inline-flex min-h-9 w-fit items-center text-sm font-medium text-link"
    >
      {children}
      <span className="sr-only"> {name}</span>
    </Link>
  )
}
