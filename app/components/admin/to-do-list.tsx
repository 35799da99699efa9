import { Link } from '#app/ui/link.tsx'
import { showCounted } from '#domain/shared/lists/show-counted.ts'

export type ToDoKind = {
  readonly to: string
  /** Counted up to one more than `MAX_COUNTED`. */
  readonly count: number
  readonly one: string
  readonly many: string
}

export function ToDoList({ kinds }: { kinds: readonly ToDoKind[] }) {
  const waiting = kinds.filter(({ count }) => count > 0)
  if (waiting.length === 0)
    return <p className="mt-4 border-t border-line pt-5 text-soft">Nothing to do right now.</p>
  return (
    <ul className="mt-4 border-t border-line">
      {waiting.map(({ to, count, one, many }) => (
        <li key={to} className="border-b border-line">
          <Link
            to={to}
            className="flex min-h-14 items-baseline gap-4 py-3 hover:bg-sand hover:text-primary-800"
          >
            <span className="min-w-6 font-heading text-2xl leading-none lining-nums tabular-nums">
              {showCounted(count)}
            </span>{' '}
            <span>{count === 1 ? one : many}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
