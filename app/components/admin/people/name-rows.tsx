import { href } from 'react-router'
import { DecisionButtons } from '#app/components/admin/decision-buttons.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { useFocusNext } from '#app/components/admin/use-focus-next.ts'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import type { RequestedName } from '#domain/accounts/people/review-names.ts'

type NameRowsProps = {
  names: readonly RequestedName[]
  /** The address that asks for the reason of a denial. */
  denyTo: (id: string) => string
}

/** The names that closets requested, each below the one that everyone sees. */
export function NameRows({ names, denyTo }: NameRowsProps) {
  useFocusNext(names.map(({ id }) => `name-${id}`))
  return (
    <ul className="mt-4 border-t border-line">
      {names.map(({ id, fullName, requestedName, email, requestedAt }) => (
        <li
          key={id}
          className="grid items-center gap-x-8 gap-y-4 border-b border-line py-5 md:grid-cols-[minmax(0,1fr)_auto]"
        >
          <div className="min-w-0 wrap-anywhere">
            <p className="text-sm text-soft">
              <span className="sr-only">Current name: </span>
              <bdi>{fullName}</bdi> <span aria-hidden>→</span>
            </p>
            <h2 id={`name-${id}`} tabIndex={-1} className="mt-1 text-xl outline-none">
              <Link to={href('/admin/users/:id', { id })} className="text-link">
                {requestedName}
              </Link>
            </h2>
            <Facts className="mt-1 text-sm text-soft">
              {email}
              <Moment at={requestedAt} />
            </Facts>
          </div>
          <DecisionButtons
            fields={{ person: id, name: requestedName }}
            name={requestedName}
            denyTo={denyTo(id)}
          />
        </li>
      ))}
    </ul>
  )
}
