import { Link } from 'react-router'
import { browseLinks, type Shell, type ShellLink } from './shell.ts'
import { SocialLink } from './social-link.tsx'

const pageLinks: readonly ShellLink[] = [
  { to: '/about', label: 'About' },
  { to: '/feedback', label: 'Feedback' },
]

export function SiteFooter({ shell }: { shell: Shell }) {
  return (
    <footer className="mt-24 border-t border-line bg-sand sm:mt-32">
      <div className="page-column grid grid-cols-2 gap-10 py-14 sm:grid-cols-[1fr_auto_auto] sm:gap-20 sm:py-20">
        <div className="max-sm:col-span-2">
          <p className="font-heading text-3xl leading-tight text-balance sm:text-4xl">
            Borrow beautifully.
          </p>
          <p className="mt-3 max-w-sm text-sm text-soft">
            Clothes worth an evening, lent by closets near you, a week at a time.
          </p>
        </div>
        <FooterLinks label="Collection" links={browseLinks} />
        <div>
          <FooterLinks label="Hemline" links={pageLinks} />
          <SocialLink
            href={shell.socialLink}
            className="mt-1 -ml-3 grid size-11 place-items-center hover:text-primary-700"
          />
        </div>
      </div>
    </footer>
  )
}

function FooterLinks({ label, links }: { label: string; links: readonly ShellLink[] }) {
  return (
    <nav aria-label={label}>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-flex min-h-9 items-center text-sm hover:text-primary-700"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
