import { href, useLocation } from 'react-router'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { Link } from '#app/ui/link.tsx'

/** Leads to a board for the item, with the dates of the page, or back to its own. Admins plan nothing. */
export function AddToBoard({ itemId }: { itemId: string }) {
  const { viewer } = useShell()
  const params = new URLSearchParams(useLocation().search)
  if (viewer?.accountType === 'admin') return null
  const board = /^[\da-f-]{36}$/.exec(params.get('board') ?? '')?.[0]
  const to = new URLSearchParams({ item: itemId })
  for (const name of ['start', 'end']) {
    const date = params.get(name)
    if (date) to.set(name, date)
  }
  if (board)
    return (
      <Link to={href('/boards/:id', { id: board })} className={LINE}>
        Back to the board
      </Link>
    )
  return (
    <Link to={`${href('/boards')}?${to}`} rel="nofollow" className={LINE}>
      Add to a board
    </Link>
  )
}

const LINE = 'mt-2 inline-flex min-h-11 items-center text-[0.9375rem] text-link'
