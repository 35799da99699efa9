import { NavLink } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { DetailsMenu } from '#app/ui/details-menu.tsx'
import { ArrowRightIcon, CloseIcon, MenuIcon } from '#app/ui/icons.tsx'
import { browseLinks, nameLinks, roleBadge, type Shell, topLinks } from './shell.ts'
import { SignOutButton } from './sign-out-button.tsx'
import { SocialLink } from './social-link.tsx'

const LINE =
  'flex min-h-11 items-center text-base hover:text-primary-700 aria-[current=page]:font-medium'

/** The ways into the catalogue; on phones also everything else that the header holds. */
export function SideMenu({ shell }: { shell: Shell }) {
  return (
    <DetailsMenu
      as="drawer"
      summary={
        <>
          <MenuIcon width="24" height="24" className="while-closed" />
          <CloseIcon width="24" height="24" className="while-open" />
        </>
      }
      summaryLabel="Menu"
      summaryClassName="-ml-2.5 grid size-11 place-items-center rounded-control hover:bg-sand"
      panelClassName="flex flex-col gap-9"
    >
      <nav aria-label="Browse">
        <p className="eyebrow">The collection</p>
        <ul className="mt-2">
          {browseLinks.map(({ to, label }) => (
            <li key={to} className="border-b border-line">
              <NavLink
                to={to}
                className="group/browse flex items-center justify-between py-3.5 font-heading text-[1.5rem] leading-tight hover:text-primary-700 aria-[current=page]:italic"
              >
                {label}
                <ArrowRightIcon className="text-soft transition-transform motion-safe:group-hover/browse:translate-x-1" />
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <PhoneLinks shell={shell} />
    </DetailsMenu>
  )
}

function PhoneLinks({ shell }: { shell: Shell }) {
  const { viewer } = shell
  const badge = viewer && roleBadge(viewer)
  return (
    <div className="grid gap-9 lg:hidden">
      <nav aria-label="Pages">
        <ul>
          {topLinks(shell).map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} end={to === '/'} className={LINE}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        {viewer ? (
          <>
            <p className="flex items-center gap-2 text-sm text-soft">
              <span className="truncate">{viewer.fullName || viewer.email}</span>
              {badge && <Badge>{badge}</Badge>}
            </p>
            <ul className="mt-1">
              {nameLinks(viewer).map(({ to, label }) => (
                <li key={to}>
                  <NavLink to={to} className={LINE}>
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
            <SignOutButton className={LINE} />
          </>
        ) : (
          <NavLink to="/auth" className={LINE}>
            Sign In
          </NavLink>
        )}
        <SocialLink
          href={shell.socialLink}
          className="mt-3 -ml-2.5 grid size-11 place-items-center rounded-control hover:bg-sand"
        />
      </div>
    </div>
  )
}
