import type { MouseEvent, ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { buttonStyle } from '#app/ui/button-style.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Link } from '#app/ui/link.tsx'

type MoreLinkProps = {
  to: string
  /** The id of the first card that it adds: the scroll target without a script. */
  firstNew: string
  busy: boolean
  onFollow: () => void
  children: ReactNode
}

/** Extends the list in place: scroll position and history entry stay. */
export function MoreLink({ to, firstNew, busy, onFollow, children }: MoreLinkProps) {
  const navigate = useNavigate()
  const { pathname } = useLocation()

  function follow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (busy) return
    onFollow()
    void navigate(to, { replace: true, preventScrollReset: true })
  }

  return (
    <Link
      to={`${pathname}${to}#${firstNew}`}
      onClick={follow}
      rel="nofollow"
      aria-busy={busy}
      className={classNames(
        buttonStyle({ kind: 'secondary' }),
        'text-balance max-sm:mb-auto max-sm:aspect-1/2 max-sm:rounded-picture max-sm:border-line max-sm:bg-sand max-sm:px-4',
        'lg:mb-auto lg:aspect-1/2 lg:rounded-picture lg:border-line lg:bg-sand',
        busy && 'opacity-60',
      )}
    >
      {children}
    </Link>
  )
}
