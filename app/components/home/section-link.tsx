import type { ReactNode } from 'react'
import { Link } from '#app/ui/link.tsx'

/** A link entered by an admin: a path of this site, or an https address elsewhere. */
export function SectionLink({
  to,
  className,
  children,
}: {
  to: string
  className?: string
  children: ReactNode
}) {
  if (to.startsWith('/') && !to.startsWith('//')) {
    return (
      <Link to={to} className={className}>
        {children}
      </Link>
    )
  }
  return (
    <a href={to} rel="noopener" className={className}>
      {children}
    </a>
  )
}
