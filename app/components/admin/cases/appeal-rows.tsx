import { href } from 'react-router'
import { Moment } from '#app/components/admin/moment.tsx'
import { appealStatusWords } from '#app/components/appeals/appeal-words.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Link } from '#app/ui/link.tsx'
import type { ListedAppeal } from '#domain/care/appeals/appeal-list.ts'
import { dollars } from '#domain/shared/cents.ts'

/** Appeals with their amount and deadline. */
export function AppealRows({ appeals }: { appeals: readonly ListedAppeal[] }) {
  return (
    <ul className="mt-4 border-t border-line">
      {appeals.map(
        ({ rentalId, title, renterName, ownerName, withheldCents, status, ...appeal }) => {
          const { label, kind } = appealStatusWords[status]
          return (
            <li
              key={rentalId}
              className="grid items-center gap-x-8 gap-y-2 border-b border-line py-4 md:grid-cols-[6rem_minmax(0,1fr)_auto]"
            >
              <p className="font-heading text-2xl lining-nums tabular-nums">
                {dollars(withheldCents)}
              </p>
              <div className="min-w-0">
                <h2 className="text-lg leading-snug break-words">
                  <Link to={href('/admin/appeals/:id', { id: rentalId })} className="text-link">
                    {title}
                  </Link>
                </h2>
                <p className="text-sm break-words text-soft">
                  <bdi>{renterName}</bdi> against <bdi>{ownerName}</bdi>
                </p>
                {appeal.returnedCents > 0 && (
                  <p className="text-sm">{dollars(appeal.returnedCents)} returned</p>
                )}
              </div>
              <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-soft">
                <Badge kind={kind}>{label}</Badge>
                {appeal.isOverdue && <Badge kind="danger">Overdue</Badge>}
                {appeal.dueAt && (
                  <span>
                    by <Moment at={appeal.dueAt} />
                  </span>
                )}
                {appeal.decidedAt && <Moment at={appeal.decidedAt} />}
              </p>
            </li>
          )
        },
      )}
    </ul>
  )
}
