import { href } from 'react-router'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import { QuickForm } from '#app/ui/quick-form.tsx'
import type { ListedBoard } from '#domain/booking/boards/boards.ts'
import { rangeInWords } from '#domain/shared/time/calendar-date.ts'

/** Boards, each with a button that puts an item on it, if there is one to add. */
export function BoardList({
  boards,
  adding,
}: {
  boards: readonly ListedBoard[]
  adding: { readonly id: string } | null
}) {
  return (
    <ul className="mt-6 max-w-2xl border-t border-line">
      {boards.map(({ id, name, start, end, pieces, people }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
        >
          <div className="min-w-0">
            <Link
              to={href('/boards/:id', { id })}
              className="inline-flex min-h-9 items-center text-link wrap-anywhere"
            >
              {name}
            </Link>
            <Facts className="text-sm text-soft">
              {rangeInWords(start, end)}
              {pieces === 1 ? '1 item' : `${pieces} items`}
              {people > 1 && `${people} people`}
            </Facts>
          </div>
          {adding && (
            <QuickForm fields={{ intent: 'add', board: id, item: adding.id }} size="small">
              Add<span className="sr-only"> to {name}</span>
            </QuickForm>
          )}
        </li>
      ))}
    </ul>
  )
}
