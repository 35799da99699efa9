import { creditsInWords } from '#app/components/viewer/shell.ts'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { DatesProblem } from '#domain/booking/rentals/stage/quote.ts'
import { type CalendarDate, showDate } from '#domain/shared/time/calendar-date.ts'
import type { dateHints } from './date-hints.ts'
import { toRanges } from './date-picking.ts'
import { DATE_SENTENCES, dayInWords } from './dates-in-words.ts'
import { shortRange } from './short-range.ts'

/** How the chosen dates could cost less, or last longer for the same price. */
export function Hints({
  saving,
  samePriceUntil,
  today,
  onExtend,
}: ReturnType<typeof dateHints> & {
  today: CalendarDate
  onExtend: (until: CalendarDate) => void
}) {
  const hydrated = useHydrated()
  if (!saving && !samePriceUntil) return null
  return (
    <p role="status" className="-mt-2 text-sm text-soft">
      {saving && (
        <strong className="font-medium text-ink">
          {`Rent for ${saving.days === 1 ? 'one day less' : `${saving.days} fewer days`} and save ${creditsInWords(saving.credits)}. `}
        </strong>
      )}
      {samePriceUntil && `Same price until ${dayInWords(samePriceUntil, today)}. `}
      {samePriceUntil && hydrated && (
        <button
          type="button"
          onClick={() => onExtend(samePriceUntil)}
          className="easy-target text-ink text-link"
        >
          Keep it until then
        </button>
      )}
    </p>
  )
}

type Range = { readonly start: CalendarDate; readonly end: CalendarDate }

/** Other dates of this item; without a script each is a link. */
export function FreeDates({
  offered,
  today,
  onChoose,
}: {
  offered: readonly Range[]
  today: CalendarDate
  onChoose: (dates: Range) => void
}) {
  if (offered.length === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-[0.9375rem]">
      Free instead:
      {offered.map((dates) => (
        <LinkButton
          key={dates.start}
          to={`?${new URLSearchParams(dates)}`}
          kind="secondary"
          size="small"
          onClick={(event) => {
            event.preventDefault()
            onChoose(dates)
          }}
        >
          {shortRange(dates.start, dates.end, today)}
        </LinkButton>
      ))}
    </p>
  )
}

export function Unavailable({ days }: { days: readonly CalendarDate[] }) {
  if (days.length === 0) return null
  return (
    <details className="text-sm text-soft">
      <summary className="inline-flex min-h-6 items-center text-link">Unavailable dates</summary>
      <ul className="mt-2 grid gap-1">
        {toRanges(days).map(({ start, end }) => (
          <li key={start}>
            {showDate(start)}
            {end !== start && ` to ${showDate(end)}`}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Shown while choosing dates; incomplete dates are not an error yet. */
export function sentenceFor({ reason }: DatesProblem): string | undefined {
  return reason === 'dates-missing' ? undefined : DATE_SENTENCES[reason]
}
