import { href } from 'react-router'
import { BoardLine } from '#app/components/items/board-line.tsx'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { Link } from '#app/ui/link.tsx'
import type { PlannedBoard } from '#domain/booking/boards/boards.ts'
import type { SearchQuery } from '#domain/catalogue/search/search-query.ts'

type PlanOccasionProps = { query: SearchQuery; board: PlannedBoard | null }

/** Leads from a search with dates to the board that the viewer has for them, or to a new one. */
export function PlanOccasion({ query, board }: PlanOccasionProps) {
  const { viewer } = useShell()
  const { start, end, size } = query
  if (!start || !end || viewer?.accountType === 'admin') return null
  if (board) return <BoardLine board={board} />
  const params = new URLSearchParams({ start, end, ...(size[0] && { size: size[0] }) })
  return (
    <p>
      <Link
        to={`${href('/boards')}?${params}`}
        rel="nofollow"
        className="inline-flex min-h-9 items-center text-[0.9375rem] text-link"
      >
        Plan it with a board
      </Link>
    </p>
  )
}
