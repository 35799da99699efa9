import { href } from 'react-router'
import { Link } from '#app/ui/link.tsx'
import type { PlannedBoard } from '#domain/booking/boards/boards.ts'

/** Says to which board the cards below add. */
export function BoardLine({ board: { id, name } }: { board: PlannedBoard }) {
  return (
    <p>
      <Link
        to={href('/boards/:id', { id })}
        className="inline-flex min-h-9 items-center text-[0.9375rem] text-link wrap-anywhere"
      >
        {`Board: ${name}`}
      </Link>
    </p>
  )
}
