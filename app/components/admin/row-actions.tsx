import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { Link } from '#app/ui/link.tsx'

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
    <Form method="post" preventScrollReset>
      {Object.entries(fields).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <Button kind="quiet" size="small" data-failed={failed}>
        {children}
        <span className="sr-only"> {name}</span>
      </Button>
    </Form>
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
