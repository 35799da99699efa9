import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'

export type OwnHome = {
  readonly rental: { readonly to: string; readonly title: string; readonly when: string } | null
  readonly browse: { readonly to: string; readonly text: string } | null
}

/** A line above the home page with the shopper's next rental and a search for them. */
export function OwnHomeLine({ rental, browse }: OwnHome) {
  if (!rental && !browse) return null
  return (
    <aside
      aria-label="For you"
      className="own-home page-column py-2 text-[0.9375rem] wrap-anywhere"
    >
      <Facts>
        {rental && (
          <Link to={rental.to} className="inline-block py-1 text-link">
            {rental.title}: {rental.when}
          </Link>
        )}
        {browse && (
          <Link to={browse.to} className="inline-block py-1 text-link">
            {browse.text}
          </Link>
        )}
      </Facts>
    </aside>
  )
}
