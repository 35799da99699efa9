import { UnreadDot } from '#app/components/messages/unread-dot.tsx'
import { ZipLink } from '#app/components/place/zip-link.tsx'
import type { ShellViewer } from '#app/components/viewer/shell.ts'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { Badge } from '#app/ui/badge.tsx'
import { NavLink } from '#app/ui/link.tsx'
import { MENU_LINE as LINE } from './header-style.ts'
import { nameLinks, roleBadge } from './name-links.ts'
import { SignOutButton } from './sign-out-button.tsx'

/** The viewer's pages in the menu, and signing out. */
export function OwnLinks({ viewer }: { viewer: ShellViewer }) {
  const { zip } = useShell()
  const badge = roleBadge(viewer)
  return (
    <div>
      <p className="flex min-w-0 items-center gap-2 text-sm text-soft">
        <span className="min-w-0 truncate">{viewer.fullName || viewer.email}</span>
        {badge && <Badge>{badge}</Badge>}
      </p>
      <ul className="mt-1 grid grid-cols-2 gap-x-4">
        {nameLinks(viewer).map(({ to, label, isUnread }) => (
          <li key={to}>
            <NavLink to={to} className={`${LINE} gap-2`}>
              {label}
              {isUnread && <UnreadDot />}
            </NavLink>
          </li>
        ))}
        <li>
          <ZipLink zip={zip} className={`${LINE} gap-1`} />
        </li>
        <li>
          <SignOutButton className={LINE} />
        </li>
      </ul>
    </div>
  )
}
