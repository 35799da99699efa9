import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { Field } from '#app/ui/fields/field.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { ChevronDownIcon } from '#app/ui/icons.tsx'
import { openedPart } from '#app/ui/parts/opened-part.ts'
import { type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { CalendarLegend } from './calendar-legend.tsx'
import { CalendarIcon } from './date-icons.tsx'
import { dayInWords } from './dates-in-words.ts'
import { PanelButton } from './panel-button.tsx'
import { useHeldInputs } from './use-held-inputs.ts'

const Calendar = openedPart(() => import('./calendar.tsx'), 'Calendar')

type DayFieldProps = {
  readonly label: string
  readonly name: string
  readonly day: CalendarDate | null
  readonly onChange: (day: CalendarDate | null) => void
  /** The current range; the chosen day becomes its end. */
  readonly start: CalendarDate
  readonly end: CalendarDate
  /** The days that can be chosen. */
  readonly first: CalendarDate
  readonly last: CalendarDate
  readonly today: CalendarDate
  readonly unavailable: ReadonlySet<CalendarDate>
  readonly error: string | undefined
}

/**
 * The last day of a range as a field that opens a calendar. The form sends the native input below
 * it: without a script that is the only one, with one it is shown on request.
 */
export function DayField(props: DayFieldProps) {
  const { label, name, day, onChange, start, end, first, last, today, unavailable, error } = props
  const input = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [inHands, letGo] = useHeldInputs(input)
  const hydrated = useHydrated() && !inHands
  const [typing, setTyping] = useState(false)
  const [open, setOpen] = useState(false)
  const id = useId()

  // Typed, or restored by the browser, before the script had loaded.
  const change = useRef(onChange)
  useEffect(() => {
    const value = input.current?.querySelector('input')?.value
    if (value) change.current(parseCalendarDate(value))
  }, [])

  useEffect(() => {
    if (!open) return
    panel.current?.scrollIntoView({ block: 'nearest' })
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !field.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])

  useEffect(() => {
    if (typing) input.current?.querySelector('input')?.focus()
  }, [typing])

  function type() {
    setOpen(false)
    setTyping(true)
  }

  function close() {
    setOpen(false)
    opener.current?.focus()
  }

  const showsInput = !hydrated || typing
  return (
    <div className="grid max-w-88 grid-cols-[minmax(0,1fr)]">
      {hydrated && !typing && (
        // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape and blur for the controls inside
        <div
          ref={field}
          className="relative grid grid-cols-[minmax(0,1fr)] gap-1.5"
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !open) return
            event.preventDefault()
            close()
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (open && relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
          }}
        >
          <span id={`${id}-label`} className="text-sm font-medium">
            {label}
          </span>
          <button
            ref={opener}
            type="button"
            aria-haspopup="dialog"
            aria-expanded={open}
            aria-controls={open ? `${id}-calendar` : undefined}
            aria-labelledby={`${id}-label ${id}-day`}
            aria-describedby={error ? `${id}-error` : undefined}
            data-invalid={error ? true : undefined}
            onClick={() => setOpen(!open)}
            className={classNames(
              'flex min-h-12 w-full items-center gap-3 rounded-control border bg-sheet px-4 py-2 text-left transition-colors hover:border-ink',
              error ? 'border-danger' : open ? 'border-ink' : 'border-edge',
            )}
          >
            <CalendarIcon className="shrink-0 text-soft" />
            <span id={`${id}-day`} className={day ? 'tabular-nums' : 'text-soft'}>
              {day ? dayInWords(day, today) : 'Choose a day'}
            </span>
            <ChevronDownIcon
              className={classNames(
                'ml-auto shrink-0 text-soft transition-transform',
                open && 'rotate-180',
              )}
            />
          </button>
          {open && (
            <div
              ref={panel}
              id={`${id}-calendar`}
              role="dialog"
              aria-label={label}
              className="calendar-panel calendar-panel-of-day"
            >
              <Suspense fallback={<div className="h-85" aria-busy="true" />}>
                <Calendar
                  {...{ start, today, unavailable }}
                  end={day ?? end}
                  within={{ first, last }}
                  onPick={(picked) => {
                    onChange(picked)
                    close()
                  }}
                  onMissing={type}
                />
              </Suspense>
              <CalendarLegend />
              <p className="mt-3 border-t border-line pt-2 text-right">
                <PanelButton onClick={type}>Enter the day</PanelButton>
              </p>
            </div>
          )}
          {error && (
            <p id={`${id}-error`} className="text-sm text-danger">
              {error}
            </p>
          )}
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles blur of the input */}
      <div ref={input} hidden={!showsInput} onBlur={letGo}>
        <Field
          label={label}
          name={name}
          type="date"
          min={first}
          max={last}
          value={day ?? ''}
          error={showsInput ? error : undefined}
          onChange={(event) => onChange(parseCalendarDate(event.target.value))}
        />
      </div>
    </div>
  )
}
