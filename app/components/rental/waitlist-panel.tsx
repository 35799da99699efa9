import { useState } from 'react'
import { href, useNavigation } from 'react-router'
import { shortRange } from '#app/components/dates/short-range.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { Form } from '#app/ui/form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { QuickForm } from '#app/ui/quick-form.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { placeInLine } from './waitlist-words.ts'

const INTENT = 'join-waitlist'

type Dates = { readonly start: CalendarDate; readonly end: CalendarDate }

/** A shopper's place in line for the item, or the offer that they have. */
export type PlaceOnWaitlist = Dates & {
  readonly place: number | null
  /** Until when the dates are held for them, in words. */
  readonly heldUntil: string | null
}

/** Joins the waitlist for dates that were chosen and found taken. */
export function JoinForDates({ start, end, today }: Dates & { today: CalendarDate }) {
  return (
    <QuickForm kind="secondary" fields={{ intent: INTENT, start, end }}>
      Join the waitlist for {shortRange(start, end, today)}
    </QuickForm>
  )
}

/** Two date fields, for an item whose calendar has no free days to choose. */
export function JoinForm({
  today,
  from,
  outOfArea,
  ...known
}: {
  today: CalendarDate
  /** The first day that can be waited for. */
  from: CalendarDate
  start: CalendarDate | null
  end: CalendarDate | null
  /** Why it is not delivered to the viewer, where the page does not say it already. */
  outOfArea: string | null
}) {
  const [start, setStart] = useState<string>(known.start ?? '')
  const [end, setEnd] = useState<string>(known.end ?? '')
  const busy = useNavigation().formData?.get('intent') === INTENT
  const dates = { start: parseCalendarDate(start), end: parseCalendarDate(end) }
  const range =
    dates.start && dates.end && dates.start <= dates.end
      ? ` for ${shortRange(dates.start, dates.end, today)}`
      : ''
  return (
    <Form method="post" preventScrollReset className="grid gap-4" aria-labelledby="waitlist">
      <div>
        <h2 id="waitlist" className="text-xl">
          Waitlist
        </h2>
        <p className="mt-1 text-[0.9375rem] text-soft">
          Choose your dates. If they become available, we will hold them for you and email you.
        </p>
      </div>
      {outOfArea && <Notice>{outOfArea} You choose how you get it when you rent it.</Notice>}
      <input type="hidden" name="intent" value={INTENT} />
      <div className="grid grid-cols-2 gap-3">
        <Field
          label="First day"
          name="start"
          type="date"
          required
          min={from}
          value={start}
          onChange={(event) => setStart(event.target.value)}
          className="min-w-0 grid-cols-[minmax(0,1fr)] max-sm:[&_input]:px-3"
        />
        <Field
          label="Last day"
          name="end"
          type="date"
          required
          min={start || from}
          value={end}
          onChange={(event) => setEnd(event.target.value)}
          className="min-w-0 grid-cols-[minmax(0,1fr)] max-sm:[&_input]:px-3"
        />
      </div>
      <Button kind="secondary" busy={busy} busyText="Processing..." className="justify-self-start">
        Join the waitlist{range}
      </Button>
    </Form>
  )
}

/** What a shopper on the waitlist sees on the page of the item. */
export function PlaceNotice({ entry, today }: { entry: PlaceOnWaitlist; today: CalendarDate }) {
  const dates = shortRange(entry.start, entry.end, today)
  return (
    <Notice kind={entry.heldUntil ? 'success' : 'info'}>
      {entry.heldUntil ? (
        <>
          <p className="font-medium">Held for you until {entry.heldUntil}</p>
          <p>Your dates: {dates}.</p>
        </>
      ) : (
        <p>
          You are on the waitlist for {dates}
          {entry.place !== null && `, ${placeInLine(entry.place)}`}.
        </p>
      )}
      <TextLink to={href('/my-rentals')}>See your waitlist</TextLink>
    </Notice>
  )
}
