import { href, Link, NavLink, useLocation } from 'react-router'
import { HeartIcon, PencilIcon, SearchIcon } from '#app/ui/icons.tsx'
import { CreditsChip } from './credits-chip.tsx'
import { NameMenu } from './name-menu.tsx'
import { type Shell, topLinks } from './shell.ts'
import { SideMenu } from './side-menu.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import { SiteSearch } from './site-search.tsx'
import { SocialLink } from './social-link.tsx'
import { Wordmark } from './wordmark.tsx'

// With large text on a phone, these elements grow only as far as the line has room.
const ICON = 'grid size-[min(2.75rem,11.5vw)] place-items-center rounded-control hover:bg-sand'
const QUIET =
  'inline-flex min-h-11 items-center text-[min(0.875rem,4.6vw)] whitespace-nowrap hover:text-primary-700'

/** A sticky header, with the pages in a line below it on wide screens. */
export function SiteHeader({ shell }: { shell: Shell }) {
  return (
    <>
      <header className="sticky top-0 z-30 border-b border-line bg-paper">
        <div className="page-column grid min-h-(--header-height) grid-cols-[minmax(0,1fr)_auto_1fr] items-center gap-[min(0.75rem,3.2vw)]">
          {/* May give way: the other side is as wide as a name, and the mark stays in the middle. */}
          <div className="flex min-w-0 items-center *:shrink-0 lg:gap-1">
            <SideMenu shell={shell} />
            <SocialLink href={shell.socialLink} className={`${ICON} max-lg:hidden`} />
            <SiteSearch className="max-w-60 min-w-0 flex-1 shrink! max-lg:hidden" />
            <Link to={href('/search')} aria-label="Search" className={`${ICON} lg:hidden`}>
              <SearchIcon />
            </Link>
            {shell.viewer && shell.viewer.accountType !== 'admin' && (
              <Link to={href('/my-likes')} aria-label="My Likes" className={`${ICON} lg:hidden`}>
                <HeartIcon />
              </Link>
            )}
          </div>
          <Wordmark />
          <AccountCorner shell={shell} />
        </div>
      </header>
      <nav
        aria-label="Main"
        className="border-b border-line font-(family-name:--font-button) max-lg:hidden"
      >
        <ul className="page-column flex min-h-12 items-center justify-center gap-9">
          {topLinks(shell).map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === href('/')}
                className="relative flex min-h-12 items-center text-sm text-soft transition-colors hover:text-ink aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-0 aria-[current=page]:after:-bottom-px aria-[current=page]:after:h-px aria-[current=page]:after:bg-ink"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

function AccountCorner({ shell: { viewer } }: { shell: Shell }) {
  const { pathname } = useLocation()
  if (!viewer) {
    return (
      <div className="flex justify-end">
        <Link to={href('/auth')} className={QUIET}>
          Sign In
        </Link>
      </div>
    )
  }
  return (
    <div className="flex items-center justify-end gap-2 lg:gap-5">
      {viewer.accountType === 'admin' && pathname === href('/') && (
        <Link
          to={`${href('/')}?edit=true`}
          aria-label="Edit home page"
          title="Edit home page"
          className={ICON}
        >
          <PencilIcon />
        </Link>
      )}
      {viewer.accountType === 'regular' && (
        <CreditsChip balance={viewer.creditsBalance} heldPlan={viewer.heldPlan} />
      )}
      <div className="flex items-center gap-5 max-lg:hidden">
        <NameMenu viewer={viewer} />
        <SignOutButton className={QUIET} />
      </div>
    </div>
  )
}
