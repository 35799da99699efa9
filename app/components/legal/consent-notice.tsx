import { href, useLocation } from 'react-router'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** On a page that is open before new terms are agreed to: what the viewer cannot do until then. */
export function ConsentNotice({ before }: { before: string }) {
  const { pathname, search } = useLocation()
  const here = encodeURIComponent(pathname + search)
  return (
    <Notice className="mt-6">
      Our terms have changed. Please{' '}
      <Link to={`${href('/consent')}?return_to=${here}`} className="text-link">
        read and agree to them
      </Link>{' '}
      before you {before}.
    </Notice>
  )
}
