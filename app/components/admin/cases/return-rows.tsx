import { href } from 'react-router'
import { Moment } from '#app/components/admin/moment.tsx'
import { returnReasonWords, returnStatusWords } from '#app/components/returns/return-words.ts'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Link } from '#app/ui/link.tsx'
import type { ListedReturn } from '#domain/care/returns/return-list.ts'

/** Return requests with their reason and deadline. */
export function ReturnRows({ requests }: { requests: readonly ListedReturn[] }) {
  return (
    <ul className="mt-4 border-t border-line">
      {requests.map(({ rentalId, title, renterName, ownerName, reason, status, ...request }) => {
        const { label, kind } = returnStatusWords[status]
        return (
          <li
            key={rentalId}
            className="grid items-center gap-x-8 gap-y-2 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_auto]"
          >
            <div className="min-w-0">
              <h2 className="text-lg leading-snug break-words">
                <Link to={href('/admin/returns/:id', { id: rentalId })} className="text-link">
                  {title}
                </Link>
              </h2>
              <p className="text-sm break-words text-soft">
                <bdi>{renterName}</bdi> to <bdi>{ownerName}</bdi>: {returnReasonWords[reason]}
              </p>
              {request.creditsBack > 0 && (
                <p className="text-sm">{creditsInWords(request.creditsBack)} back</p>
              )}
            </div>
            <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-soft">
              <Badge kind={kind}>{label}</Badge>
              {request.isOverdue && <Badge kind="danger">Overdue</Badge>}
              {request.dueAt && (
                <span>
                  by <Moment at={request.dueAt} />
                </span>
              )}
              {request.decidedAt && <Moment at={request.decidedAt} />}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
