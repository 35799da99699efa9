import { href } from 'react-router'

/** A plain form: the whole page reloads without the session. */
export function SignOutButton({ className }: { className?: string }) {
  return (
    <form method="post" action={href('/sign-out')}>
      <button type="submit" className={className}>
        Sign Out
      </button>
    </form>
  )
}
