import { useLocation } from 'react-router'
import {
  aboutLinks,
  browseLinks,
  helpLinks,
  legalLinks,
  lendLinks,
  type Shell,
  type ShellLink,
} from '#app/components/viewer/shell.ts'
import { Link } from '#app/ui/link.tsx'
import { SocialLink } from './social-link.tsx'

const WORK = /^\/(business|admin)(\/|$)/

export function SiteFooter({ shell }: { shell: Shell }) {
  const { pathname } = useLocation()
  if (WORK.test(pathname)) return <WorkFooter supportEmail={shell.supportEmail} />
  return (
    <footer className="mt-20 border-t border-line bg-sand sm:mt-24">
      <div className="page-column py-9">
        <div className="flex flex-wrap items-start justify-between gap-x-12 gap-y-5">
          <p className="font-heading text-2xl leading-tight max-sm:w-full">Borrow beautifully.</p>
          <FooterLinks label="Collection" links={browseLinks} />
          <FooterLinks label="Hemline" links={[...lendLinks(shell), ...helpLinks, ...aboutLinks]} />
        </div>
        <div className="mt-5 flex flex-wrap items-center gap-x-6 border-t border-line pt-3">
          <FooterLinks label="Legal" links={legalLinks} supportEmail={shell.supportEmail} />
          <SocialLink
            href={shell.socialLink}
            className="-mr-[min(0.75rem,3vw)] ml-auto grid size-11 place-items-center hover:text-primary-700"
          />
        </div>
      </div>
    </footer>
  )
}

/** A one-line footer for the workspace of closets and admins. */
function WorkFooter({ supportEmail }: Pick<Shell, 'supportEmail'>) {
  return (
    <footer className="mt-16 border-t border-line">
      <div className="page-column flex flex-wrap items-center justify-between gap-x-12 py-4">
        <FooterLinks label="Hemline" links={helpLinks} />
        <FooterLinks label="Legal" links={legalLinks} supportEmail={supportEmail} />
      </div>
    </footer>
  )
}

type FooterLinksProps = {
  label: string
  links: readonly ShellLink[]
  supportEmail?: string | null
}

const LINK = 'inline-flex min-h-11 items-center text-sm hover:text-primary-700 sm:min-h-9'

function FooterLinks({ label, links, supportEmail = null }: FooterLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-6">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={LINK}>
              {label}
            </Link>
          </li>
        ))}
        {supportEmail && (
          <li>
            <a href={`mailto:${supportEmail}`} className={`${LINK} wrap-anywhere`}>
              {supportEmail}
            </a>
          </li>
        )}
      </ul>
    </nav>
  )
}
