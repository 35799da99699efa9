import type { MyRental } from '#domain/booking/rentals/lists/rental-queries.ts'
import { type CalendarDate, showDate } from '#domain/shared/time/calendar-date.ts'

type Step = { readonly name: string; readonly note: string | null; readonly isDone: boolean }

function stepsOf(rental: MyRental, today: CalendarDate): Step[] {
  const { status, times, start, end } = rental
  const requested = { name: 'Requested', note: times.requested, isDone: true }
  if (status === 'cancelled')
    return [
      requested,
      ...(times.accepted ? [{ name: 'Confirmed', note: times.accepted, isDone: true }] : []),
      {
        name: !rental.noShow || rental.noShow === 'overturned' ? 'Canceled' : 'No-show',
        note: times.cancelled,
        isDone: true,
      },
    ]
  const isBack = times.returned !== null || rental.sentBack !== null
  const isDelivered = times.delivered !== null
  return [
    requested,
    // Delivering implies accepting.
    {
      name: 'Confirmed',
      note: times.accepted ?? (rental.answerBy && `by ${rental.answerBy}`),
      isDone: times.accepted !== null || isDelivered,
    },
    {
      name: 'Delivered',
      note: times.delivered ?? `by ${showDate(start)}`,
      isDone: isDelivered,
    },
    // An item that is back early has passed no such day.
    ...(rental.isBackEarly
      ? []
      : [
          { name: 'Due back', note: showDate(end), isDone: isBack || (isDelivered && end < today) },
        ]),
    ...(rental.sentBack ? [{ name: 'Sent back', note: rental.sentBack.on, isDone: true }] : []),
    { name: 'Returned', note: times.returned, isDone: times.returned !== null },
    { name: 'Completed', note: times.completed, isDone: times.completed !== null },
  ]
}

/** The progress of a rental; the next step is the current one. */
export function RentalProgress({ rental, today }: { rental: MyRental; today: CalendarDate }) {
  const steps = stepsOf(rental, today)
  const present = steps.findIndex(({ isDone }) => !isDone)
  return (
    <ol aria-label="Progress" className="border-l border-line">
      {steps.map(({ name, note, isDone }, index) => (
        <li
          key={name}
          aria-current={index === present ? 'step' : undefined}
          className={`relative flex flex-wrap items-baseline gap-x-3 py-1.5 pl-6 before:absolute before:top-[0.95rem] before:-left-[0.28rem] before:size-[0.5rem] before:rounded-full ${
            isDone
              ? 'before:bg-ink'
              : index === present
                ? 'font-semibold before:bg-primary-500'
                : 'text-soft before:bg-line'
          }`}
        >
          {name}
          {isDone && <span className="sr-only">, done</span>}
          {note && <span className="text-sm font-normal text-soft tabular-nums">{note}</span>}
        </li>
      ))}
    </ol>
  )
}
