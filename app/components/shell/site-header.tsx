import { Suspense } from 'react'
import { href } from 'react-router'
import { ZipLink } from '#app/components/place/zip-link.tsx'
import { type Shell, topLinks } from '#app/components/viewer/shell.ts'
import { HeartIcon, SearchIcon } from '#app/ui/icons.tsx'
import { Link, NavLink } from '#app/ui/link.tsx'
import { lazyPart } from '#app/ui/parts/lazy-part.ts'
import { HEADER_ICON, HEADER_LINK } from './header-style.ts'
import { SideMenu } from './side-menu.tsx'
import { SiteSearch } from './site-search.tsx'
import { SocialLink } from './social-link.tsx'
import { Wordmark } from './wordmark.tsx'

/** A sticky header, with the pages in a line below it on wide screens. */
export function SiteHeader({ shell }: { shell: Shell }) {
  return (
    <>
      <header className="sticky top-0 z-30 border-b border-line bg-paper">
        <div className="page-column grid min-h-(--header-height) grid-cols-[minmax(0,1fr)_auto_1fr] items-center gap-[min(0.75rem,3.2vw)]">
          {/* Can shrink: the other side is as wide as a name, with the wordmark between them. */}
          <div className="flex min-w-0 items-center lg:gap-1">
            <SideMenu shell={shell} />
            <SocialLink href={shell.socialLink} className={`${HEADER_ICON} max-lg:hidden`} />
            <SiteSearch />
            <Link
              to={href('/search')}
              aria-label="Search"
              className={`search-icon ${HEADER_ICON} lg:hidden`}
            >
              <SearchIcon />
            </Link>
            {shell.viewer && shell.viewer.accountType !== 'admin' && (
              <Link
                to={href('/my-likes')}
                aria-label="My Likes"
                className={`${HEADER_ICON} lg:hidden`}
              >
                <HeartIcon />
              </Link>
            )}
            <ZipLink zip={shell.zip} className="zip-link" />
          </div>
          <Wordmark />
          {shell.viewer ? (
            <Suspense fallback={<div />}>
              <AccountCorner viewer={shell.viewer} />
            </Suspense>
          ) : (
            <div className="flex justify-end">
              <Link to={href('/auth')} className={HEADER_LINK}>
                Sign In
              </Link>
            </div>
          )}
        </div>
      </header>
      <nav
        aria-label="Main"
        className="border-b border-line font-(family-name:--font-button) max-lg:hidden"
      >
        <ul className="page-column flex min-h-12 items-center justify-center gap-7">
          {topLinks(shell).map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} end={to === '/'} className="main-link">
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

// Visitors do not load it.
const AccountCorner = lazyPart(() => import('./account-corner.tsx'), 'AccountCorner')
