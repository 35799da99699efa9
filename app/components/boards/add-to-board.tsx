import { href, useLocation } from 'react-router'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { Link } from '#app/ui/link.tsx'

/** Leads to a board for the item, with the dates of the page. Admins plan nothing. */
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
  return (
    <p className="flex flex-wrap gap-x-6">
      <Link to={`${href('/boards')}?${to}`} rel="nofollow" className={LINE}>
        Add to a board
      </Link>
      {board && (
        <Link to={href('/boards/:id', { id: board })} className={LINE}>
          Back to the board
        </Link>
      )}
    </p>
  )
}

const LINE = 'inline-flex min-h-11 items-center text-[0.9375rem] text-link'
