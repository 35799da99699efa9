import { useLocation } from 'react-router'
import { zipAddress } from '#app/components/viewer/zip-address.ts'
import { Link } from '#app/ui/link.tsx'

/** Where distances are measured from, with a link to the form that changes it and leads back. */
export function ZipLink({ zip, className }: { zip: string | null; className: string }) {
  const { pathname, search } = useLocation()
  return (
    <Link to={zipAddress(pathname + search)} className={className}>
      {/* Phones have no room for it. */}
      <span>{zip ? 'Near' : 'Add your'} </span>
      {zip ?? 'ZIP'}
    </Link>
  )
}
