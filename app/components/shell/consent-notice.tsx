import { href, useLocation } from 'react-router'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** On every page of a person who has not agreed to new terms yet: what they cannot do until then. */
export function ConsentNotice() {
  const { pathname, search } = useLocation()
  const { viewer } = useShell()
  if (!viewer?.consentIsDue || pathname === href('/consent')) return null
  const here = encodeURIComponent(pathname + search)
  return (
    <aside aria-label="New terms" className="page-column pt-6">
      <Notice>
        Our terms have changed. Please{' '}
        <Link to={`${href('/consent')}?return_to=${here}`} className="text-link">
          read what is new and agree
        </Link>{' '}
        before you{' '}
        {viewer.accountType === 'business'
          ? 'accept requests or add items. Your current rentals continue.'
          : 'rent or buy anything. Your current rentals continue.'}
      </Notice>
    </aside>
  )
}
