import { href } from 'react-router'
import { Link } from '#app/ui/link.tsx'

type AskAboutItemProps = {
  item: { readonly id: string; readonly isOwn: boolean; readonly status: string }
  viewer: 'visitor' | 'shopper' | 'admin'
}

/** Links from an item's page to a conversation with its lister; a visitor signs in first. */
export function AskAboutItem({ item, viewer }: AskAboutItemProps) {
  const isShown = ['free', 'rented', 'paused'].includes(item.status)
  if (viewer === 'admin' || item.isOwn || !isShown) return null
  return (
    <p className="mt-4">
      <Link
        to={`${href('/messages')}?item=${item.id}`}
        className="inline-flex min-h-11 items-center text-link"
      >
        Ask about this item
      </Link>
    </p>
  )
}
