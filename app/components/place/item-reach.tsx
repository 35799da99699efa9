import { useLocation } from 'react-router'
import { zipAddress } from '#app/components/viewer/zip-address.ts'
import { Link } from '#app/ui/link.tsx'
import type { ItemPage } from '#domain/catalogue/items/item-queries.ts'
import { type ItemReach as Reached, reachInWords } from './reach-words.ts'

/**
 * How far the item is from the viewer, and whether it can come to them, unless the form for renting
 * says why it is not delivered.
 */
export function ItemReach({
  reach,
  lister,
  hasReasonBelow,
}: {
  reach: Reached | null
  lister: ItemPage['lister']
  hasReasonBelow: boolean
}) {
  const { pathname, search } = useLocation()
  if (!reach)
    return (
      <p>
        <Link
          to={zipAddress(pathname + search)}
          rel="nofollow"
          className="inline-flex min-h-11 items-center text-link"
        >
          Add your ZIP to see whether it can reach you
        </Link>
      </p>
    )
  if (hasReasonBelow && !reach.distance) return null
  return (
    <p className="mt-2">
      {reach.distance && (
        <span className="inline-block first-letter:uppercase">{reach.distance} from you.</span>
      )}{' '}
      {!hasReasonBelow && reachInWords(reach, lister)}
    </p>
  )
}
