import { href } from 'react-router'
import { closetRentalPaths } from '#app/components/manage/rental-paths.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Link } from '#app/ui/link.tsx'
import type {
  ClosetMonth,
  MonthRow,
  MonthSpan,
} from '#domain/booking/rentals/lists/closet-month.ts'
import type { RentalStage } from '#domain/booking/rentals/stage/rental-stage.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { addDays, type CalendarDate, rangeInWords } from '#domain/shared/time/calendar-date.ts'

const STAGES = {
  requested: 'Request',
  confirmed: 'To deliver',
  undelivered: 'Not delivered?',
  out: 'Out',
  overdue: 'Late',
  late: 'Late',
  'sent-back': 'Sent back',
  returned: 'To review',
  completed: 'Completed',
  lost: 'Never came back',
  cancelled: '',
  failed: '',
} as const satisfies Record<RentalStage, string>

const KINDS = {
  turnaround: { name: 'Between rentals', colors: 'bg-line text-ink' },
  offer: { name: 'Held for a shopper', colors: 'bg-info-wash text-info' },
  blocked: { name: 'Blocked', colors: 'bg-sand text-soft' },
  holiday: { name: 'Time off', colors: 'bg-sand text-soft' },
} as const satisfies Record<Exclude<MonthSpan['kind'], 'free' | 'rental' | 'proposed'>, object>

const WEEKDAYS = ['S', 'M', 'T', 'W', 'T', 'F', 'S']
const weekdayOf = (day: CalendarDate) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** A month of all items, a row each; it scrolls inside its frame, and the names stay. */
export function MonthTable({
  month: { days, rows },
  name,
  today,
}: {
  month: ClosetMonth
  name: string
  today: CalendarDate
}) {
  return (
    <section
      aria-label={`Calendar of ${name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className="relative mt-4 max-h-[80dvh] overflow-auto border border-line print:max-h-none"
    >
      <table className="w-[70rem] table-fixed border-separate border-spacing-0 text-sm sm:w-[74rem]">
        <caption className="sr-only">{name}, an item a row</caption>
        <colgroup>
          <col className="w-32 sm:w-48" />
          <col span={days.length} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="sticky top-0 left-0 z-20 bg-paper p-2 text-left font-medium">
              Item
            </th>
            {days.map((day) => (
              <th
                key={day}
                scope="col"
                aria-current={day === today ? 'date' : undefined}
                className={classNames(
                  'sticky top-0 z-10 border-l border-line bg-paper px-0.5 py-1 text-center font-normal tabular-nums',
                  day === today && 'font-medium text-primary-700',
                )}
              >
                <span aria-hidden="true" className="block text-xs text-soft">
                  {WEEKDAYS[weekdayOf(day)]}
                </span>
                {Number(day.slice(8))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ row: { id, title, spans } }: { row: MonthRow }) {
  return (
    <tr>
      <th
        scope="row"
        className="sticky left-0 z-10 border-t border-line bg-paper p-2 text-left font-medium"
      >
        <Link to={href('/business/items/:id', { id })} className="block truncate hover:text-link">
          {title}
        </Link>
      </th>
      {spans.map((span) => (
        <Span key={span.start} span={span} />
      ))}
    </tr>
  )
}

function colorsOf(stage: RentalStage, isProposed: boolean): string {
  if (isProposed) return 'bg-info-wash text-info'
  if (stage === 'overdue' || stage === 'late' || stage === 'lost')
    return 'bg-danger-wash text-danger'
  return stage === 'completed' ? 'bg-sand text-ink' : 'bg-success-wash text-success'
}

const CELL = 'h-11 border-t border-l border-line p-0.5'

function Span({ span }: { span: MonthSpan }) {
  const { kind, start, days, rental } = span
  if (kind === 'free') return <td colSpan={days} className={CELL} />
  if (rental) {
    const isProposed = kind === 'proposed'
    const { start: first, end: last } = (isProposed && rental.proposed) || rental
    const when = rangeInWords(first, last)
    const state = isProposed ? 'Other dates?' : STAGES[rental.stage]
    return (
      <td colSpan={days} className={CELL}>
        <Link
          to={closetRentalPaths.rental(rental.id)}
          title={isolated(`${rental.renterName}, ${state}, ${when}`)}
          className={classNames(
            'flex h-10 flex-col justify-center overflow-hidden rounded-control px-1.5 text-xs leading-tight',
            colorsOf(rental.stage, isProposed),
          )}
        >
          <bdi className="block truncate font-medium">{rental.renterName}</bdi>
          <span className="block truncate">{state}</span>
          <span className="sr-only">{when}</span>
        </Link>
      </td>
    )
  }
  if (kind === 'rental' || kind === 'proposed') return null
  const { name, colors } = KINDS[kind]
  return (
    <td colSpan={days} className={CELL}>
      <span
        title={name}
        className={classNames(
          'block h-10 truncate rounded-control px-1 py-3 text-xs leading-tight',
          colors,
        )}
      >
        <span className={days < 3 ? 'sr-only' : undefined}>{name}</span>
        <span className="sr-only"> {rangeInWords(start, addDays(start, days - 1))}</span>
      </span>
    </td>
  )
}
