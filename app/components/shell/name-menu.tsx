import { UnreadDot } from '#app/components/messages/unread-dot.tsx'
import type { ShellViewer } from '#app/components/viewer/shell.ts'
import { Badge } from '#app/ui/badge.tsx'
import { DetailsMenu } from '#app/ui/details-menu.tsx'
import { ChevronDownIcon } from '#app/ui/icons.tsx'
import { NavLink } from '#app/ui/link.tsx'
import { nameLinks, roleBadge } from './name-links.ts'

/** The viewer's name, with a menu of their pages. */
export function NameMenu({ viewer }: { viewer: ShellViewer }) {
  const badge = roleBadge(viewer)
  return (
    <div className="flex items-center gap-2">
      <DetailsMenu
        className="relative"
        summaryClassName="flex min-h-11 items-center gap-1 text-sm hover:text-primary-700"
        panelClassName="right-0 top-full min-w-44 rounded-control border border-line bg-sheet py-2 shadow-[0_1rem_3rem_rgb(29_25_22/0.12)]"
        summary={
          <>
            <span className="max-w-40 truncate">{viewer.fullName || viewer.email}</span>
            {viewer.hasUnread && <UnreadDot />}
            <ChevronDownIcon width="14" height="14" />
          </>
        }
      >
        <ul>
          {nameLinks(viewer).map(({ to, label, isUnread }) => (
            <li key={to}>
              <NavLink
                to={to}
                className="flex min-h-11 items-center gap-2 px-5 text-sm hover:bg-sand aria-[current=page]:font-medium"
              >
                {label}
                {isUnread && <UnreadDot />}
              </NavLink>
            </li>
          ))}
        </ul>
      </DetailsMenu>
      {badge && <Badge>{badge}</Badge>}
    </div>
  )
}
