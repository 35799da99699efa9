import { useEffect } from 'react'
import { Link, useFetcher } from 'react-router'
import type { loader } from '#app/routes/admin/integrity.tsx'
import { Badge } from '#app/ui/badge.tsx'

/**
 * The result of the integrity checks. They may take a while in a large shop, so the page
 * does not wait for it; without a script there is the link.
 */
export function IntegrityCard() {
  const fetcher = useFetcher<typeof loader>()
  const { load, state, data } = fetcher
  useEffect(() => {
    load('/admin/integrity')
  }, [load])
  const broken = data?.broken
  return (
    <p className="mt-4 flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-y border-line py-3">
      <span aria-live="polite">
        {broken ? (
          <Badge kind={broken.length === 0 ? 'success' : 'danger'}>
            {broken.length === 0 ? 'No problems' : 'Problems found'}
          </Badge>
        ) : (
          <Badge>{state === 'loading' ? 'Checking…' : 'Not checked'}</Badge>
        )}
      </span>
      <Link to="/admin/integrity" className="text-link">
        {broken && broken.length > 0
          ? 'See the problems'
          : 'Credits, deposits, refunds and rentals'}
      </Link>
    </p>
  )
}
