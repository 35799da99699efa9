import { Suspense } from 'react'
import { href } from 'react-router'
import { browseLinks, helpLinks, type Shell, topLinks } from '#app/components/viewer/shell.ts'
import { DetailsMenu } from '#app/ui/details-menu.tsx'
import { ArrowRightIcon, CloseIcon, MenuIcon } from '#app/ui/icons.tsx'
import { NavLink } from '#app/ui/link.tsx'
import { lazyPart } from '#app/ui/parts/lazy-part.ts'
import { MENU_LINE as LINE } from './header-style.ts'
import { SocialLink } from './social-link.tsx'

/** Links to the catalogue; on phones also everything else that the header has. */
export function SideMenu({ shell }: { shell: Shell }) {
  const hasUnread = shell.viewer?.hasUnread
  return (
    <DetailsMenu
      as="drawer"
      summary={
        <>
          <MenuIcon className="size-[min(1.5rem,9vw)] while-closed" />
          <CloseIcon className="size-[min(1.5rem,9vw)] while-open" />
        </>
      }
      summaryLabel={hasUnread ? 'Menu, new messages' : 'Menu'}
      summaryClassName={`-ml-2.5 grid size-[min(2.75rem,11.5vw)] place-items-center rounded-control hover:bg-sand ${hasUnread ? 'has-unread' : ''}`}
      panelClassName="flex flex-col gap-9"
    >
      <nav aria-label="Browse">
        <p className="eyebrow">The collection</p>
        <ul className="mt-2">
          {browseLinks.map(({ to, label }) => (
            <li key={to} className="border-b border-line">
              <NavLink to={to} className="browse-link">
                {label}
                <ArrowRightIcon />
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <PhoneLinks shell={shell} />
    </DetailsMenu>
  )
}

/**
 * On screens too narrow for the header's own links: first the viewer's pages and signing out, then
 * the others.
 */
function PhoneLinks({ shell }: { shell: Shell }) {
  const { viewer } = shell
  // The viewer's own pages are listed above.
  const pages = topLinks(shell).filter(({ to }) => !to.startsWith('/my-'))
  const links = [...new Set([...pages, ...helpLinks])]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7 lg:hidden">
      {viewer && (
        <Suspense>
          <OwnLinks viewer={viewer} />
        </Suspense>
      )}
      <nav aria-label="Pages">
        <ul className="grid grid-cols-2 gap-x-4">
          {!viewer && (
            <li>
              <NavLink to={href('/auth')} className={LINE}>
                Sign In
              </NavLink>
            </li>
          )}
          {links.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} end={to === '/'} className={LINE}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <SocialLink
        href={shell.socialLink}
        className="-ml-2.5 grid size-11 place-items-center rounded-control hover:bg-sand"
      />
    </div>
  )
}

// Visitors do not load it.
const OwnLinks = lazyPart(() => import('./own-links.tsx'), 'OwnLinks')
