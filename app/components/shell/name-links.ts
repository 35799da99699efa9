import { href } from 'react-router'
import type { ShellLink, ShellViewer } from '#app/components/viewer/shell.ts'

// Loaded only for signed-in people.

type NameLink = ShellLink & {
  /** Marked with a dot: there is something unread. */
  readonly isUnread?: boolean
}

/** The menu of the viewer's own pages. Business accounts rent too. */
export function nameLinks(viewer: ShellViewer): readonly NameLink[] {
  const profile = { to: href('/profile'), label: 'Profile' }
  const messages = { to: href('/messages'), label: 'Messages', isUnread: viewer.hasUnread }
  if (viewer.accountType === 'admin') return [messages, profile]
  return [
    { to: href('/my-likes'), label: 'My Likes' },
    { to: href('/saved-searches'), label: 'Saved searches' },
    { to: href('/boards'), label: 'Boards' },
    { to: href('/my-rentals'), label: 'My Rentals' },
    messages,
    { to: href('/credits'), label: 'Credits' },
    { to: href('/help/requests'), label: 'Your requests' },
    profile,
  ]
}

/** The badge beside the name; a business awaiting approval has none yet. */
export function roleBadge({ accountType, businessStatus }: ShellViewer): string | null {
  if (accountType === 'admin') return 'Admin'
  return accountType === 'business' && businessStatus !== 'pending' ? 'Business' : null
}
