import { href } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { Link } from '#app/ui/link.tsx'
import type { StoredChecks } from '#domain/admin/figures/integrity-results.ts'

/** What the integrity checks last found. */
export function IntegrityCard({ violations, at, unfinished }: StoredChecks) {
  const isBroken = violations.length > 0
  return (
    <p className="mt-4 flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-y border-line py-3">
      {isBroken ? (
        <Badge kind="danger">Problems found</Badge>
      ) : at === null || unfinished.length > 0 ? (
        <Badge>Not checked</Badge>
      ) : (
        <Badge kind="success">No problems</Badge>
      )}
      <Link to={href('/admin/integrity')} className="text-link">
        {isBroken ? 'See the problems' : 'Credits, deposits, refunds, rentals and payouts'}
      </Link>
    </p>
  )
}
