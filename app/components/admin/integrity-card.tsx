import { useEffect } from 'react'
import { href, Link, useFetcher } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import type { IntegrityViolation } from '#domain/oversight/integrity-checks.ts'

/** The result of the integrity checks; null when they could not be completed. */
export type IntegrityResult = { readonly broken: readonly IntegrityViolation[] | null }

/**
 * The result of the integrity checks. They may take a while in a large shop, so the page does not
 * wait for them; without a script there is a link.
 */
export function IntegrityCard() {
  const fetcher = useFetcher<IntegrityResult>()
  const { load, state, data } = fetcher
  useEffect(() => {
    load(href('/admin/integrity'))
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
      <Link to={href('/admin/integrity')} className="text-link">
        {broken && broken.length > 0
          ? 'See the problems'
          : 'Credits, deposits, refunds, rentals and payouts'}
      </Link>
    </p>
  )
}
