import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useReducer, useRef } from 'react'
import { DateField } from '#app/components/dates/date-field.tsx'
import { type Picking, type PickingStep, pick } from '#app/components/dates/date-picking.ts'
import { DATE_SENTENCES } from '#app/components/dates/dates-in-words.ts'
import { readDates } from '#domain/booking/rentals/stage/quote.ts'
import { type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'

type SearchDatesProps = {
  readonly entered: { readonly start: string; readonly end: string }
  readonly today: CalendarDate
  /** Called when valid dates have been chosen or cleared; the form already contains them. */
  readonly onChange: () => void
  readonly ref?: Ref<DatesHandle>
}

export type DatesHandle = { readonly ask: () => void; readonly close: () => void }

const NONE: ReadonlySet<CalendarDate> = new Set()

/** The days on which an item must be free. */
export function SearchDates({ entered, today, onChange, ref }: SearchDatesProps) {
  const [start, end] = [parseCalendarDate(entered.start), parseCalendarDate(entered.end)]
  const [picking, step] = useReducer(
    (before: Picking, taken: PickingStep) => pick(before, taken, NONE),
    { start, end, open: false },
  )
  // A chip or the Back button can change the address without this form. Input typed before the
  // script had loaded stays.
  const followed = useRef({ start, end })
  useEffect(() => {
    const before = followed.current
    if (before.start === start && before.end === end) return
    followed.current = { start, end }
    step({ kind: 'type', start, end })
  }, [start, end])

  // Opens the calendar if there are no dates yet.
  const ask = () => {
    if (!picking.start && !picking.open) step({ kind: 'toggle' })
  }
  useImperativeHandle(ref, () => ({ ask, close: () => step({ kind: 'close' }) }))

  const isNew = picking.start !== start || picking.end !== end
  const dates = readDates(picking, today)
  const isCleared = !picking.start && !picking.end
  const canBeSearched = isCleared || !('reason' in dates)
  const changed = useEffectEvent(() => {
    if (isNew && canBeSearched) onChange()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run only for a new choice
  useEffect(() => changed(), [picking.start, picking.end])

  const wrong =
    isNew && 'reason' in dates && dates.reason !== 'dates-missing'
      ? DATE_SENTENCES[dates.reason]
      : undefined
  return <DateField {...{ picking, step, today }} unavailable={NONE} error={wrong} />
}
