import { useEffect } from 'react'
import { Link, useFetcher } from 'react-router'
import type { loader } from '#app/routes/admin/promises.tsx'
import { Badge } from '#app/ui/badge.tsx'

/**
 * Whether the books add up. Looking everything over may take a while in a large house, so the page
 * does not wait for it; without a script there is the link.
 */
export function BooksCard() {
  const fetcher = useFetcher<typeof loader>()
  const { load, state, data } = fetcher
  useEffect(() => {
    load('/admin/promises')
  }, [load])
  const broken = data?.broken
  return (
    <p className="mt-4 flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-y border-line py-3">
      <span aria-live="polite">
        {broken ? (
          <Badge kind={broken.length === 0 ? 'success' : 'danger'}>
            {broken.length === 0 ? 'Green' : 'Red'}
          </Badge>
        ) : (
          <Badge>{state === 'loading' ? 'Looking…' : 'Not looked over'}</Badge>
        )}
      </span>
      <Link to="/admin/promises" className="text-link">
        {broken && broken.length > 0
          ? 'Promises of the books are broken'
          : 'What the books promise about credits, deposits and rentals'}
      </Link>
    </p>
  )
}
