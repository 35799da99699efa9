import { Link } from 'react-router'
import { buttonStyle } from './button-style.ts'

/** The next part of a list: a link, so that it can be opened, shared and used without a script. */
export function ShowMore({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      preventScrollReset
      replace
      className={buttonStyle({ kind: 'secondary' }, 'mx-auto w-full sm:w-auto')}
    >
      {children}
    </Link>
  )
}
