import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { Field } from '#app/ui/fields/field.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { ChevronDownIcon, CloseIcon } from '#app/ui/icons.tsx'
import { openedPart } from '#app/ui/parts/opened-part.ts'
import { DAYS_A_WEEK } from '#domain/shared/credits.ts'
import { type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { CalendarLegend } from './calendar-legend.tsx'
import { forgetCarriedDates } from './carried-dates.ts'
import { weekFrom } from './date-hints.ts'
import { CalendarIcon } from './date-icons.tsx'
import { type Picking, type PickingStep, pick } from './date-picking.ts'
import { datesInWords, dayInWords } from './dates-in-words.ts'
import { PanelButton } from './panel-button.tsx'
import { useHeldInputs } from './use-held-inputs.ts'

const Calendar = openedPart(() => import('./calendar.tsx'), 'Calendar')

type DateFieldProps = {
  readonly picking: Picking
  readonly step: (taken: PickingStep) => void
  readonly today: CalendarDate
  readonly unavailable: ReadonlySet<CalendarDate>
  /** What is wrong with the dates, in a sentence. */
  readonly error: string | undefined
}

/**
 * The dates as one field that opens a calendar. The form sends the two native inputs below it:
 * without a script they are the only ones, with one they are shown on request.
 */
export function DateField({ picking, step, today, unavailable, error }: DateFieldProps) {
  const { start, end, open } = picking
  const inputs = useRef<HTMLDivElement>(null)
  const [inHands, letGo] = useHeldInputs(inputs)
  const hydrated = useHydrated() && !inHands
  const [typing, setTyping] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()

  useTypedBeforeHydration(inputs, picking, step)

  useEffect(() => {
    if (!open) return
    panel.current?.scrollIntoView({ block: 'nearest' })
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !field.current?.contains(target) && !isInSheet(field.current))
        step({ kind: 'close' })
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open, step])

  useEffect(() => {
    if (typing) inputs.current?.querySelector('input')?.focus()
  }, [typing])

  function backToOpener(taken: PickingStep) {
    step(taken)
    opener.current?.focus()
  }

  const showsInputs = !hydrated || typing
  const week = start && !end ? weekFrom(start, today, unavailable) : null
  const choose = (day: CalendarDate) => {
    const taken: PickingStep = { kind: 'click', day }
    if (pick(picking, taken, unavailable).open) step(taken)
    else backToOpener(taken)
  }
  const type = () => {
    step({ kind: 'close' })
    setTyping(true)
  }
  const clear = () => {
    forgetCarriedDates()
    step({ kind: 'clear' })
  }
  return (
    // The chosen dates are stored in the page's address.
    <div data-stays className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {hydrated && (
        // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape and blur for the controls inside
        <div
          ref={field}
          className="relative grid grid-cols-[minmax(0,1fr)] gap-1.5"
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !open) return
            // Closes only the calendar, not a dialog around it.
            event.preventDefault()
            backToOpener({ kind: 'close' })
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!open || !relatedTarget || currentTarget.contains(relatedTarget)) return
            if (!isInSheet(currentTarget)) step({ kind: 'close' })
          }}
        >
          <span id={`${id}-label`} className="text-sm font-medium">
            Your dates
          </span>
          <div className="relative">
            <button
              ref={opener}
              type="button"
              aria-haspopup="dialog"
              aria-expanded={open}
              aria-controls={open ? `${id}-calendar` : undefined}
              aria-labelledby={`${id}-label ${id}-dates`}
              aria-describedby={error && !showsInputs ? `${id}-error` : undefined}
              onClick={() => step({ kind: 'toggle' })}
              className={classNames(
                'flex min-h-12 w-full items-center gap-3 rounded-control border bg-sheet py-2 pr-12 pl-4 text-left transition-colors hover:border-ink',
                error ? 'border-danger' : open ? 'border-ink' : 'border-edge',
              )}
            >
              <CalendarIcon className="shrink-0 text-soft" />
              <span
                id={`${id}-dates`}
                className={classNames('min-w-0 text-balance', start ? 'tabular-nums' : 'text-soft')}
              >
                {datesInWords(start, end, today)}
              </span>
            </button>
            {start && !open ? (
              <button
                type="button"
                aria-label="Clear dates"
                onClick={() => {
                  clear()
                  opener.current?.focus()
                }}
                className="absolute inset-y-px right-px grid w-11 place-items-center rounded-control text-soft hover:text-ink"
              >
                <CloseIcon width="16" height="16" />
              </button>
            ) : (
              <ChevronDownIcon
                className={classNames(
                  'pointer-events-none absolute inset-y-0 right-3.5 my-auto text-soft transition-transform',
                  open && 'rotate-180',
                )}
              />
            )}
          </div>
          {open && (
            <div
              ref={panel}
              id={`${id}-calendar`}
              role="dialog"
              aria-label="Choose your dates"
              className="calendar-panel"
            >
              <p aria-live="polite" className="mb-2 text-center text-sm text-soft">
                {start && !end ? 'Now select your last day.' : 'Select your first day.'}
              </p>
              <Suspense fallback={<div className="h-85" aria-busy="true" />}>
                <Calendar
                  {...{ start, end, today, unavailable }}
                  proposed={week}
                  onPick={choose}
                  onMissing={type}
                />
              </Suspense>
              <CalendarLegend />
              {/* Hints are shown below the days: above, they would move the days under the pointer. */}
              <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 border-t border-line pt-2 xl:min-h-13">
                {week && (
                  <p className="text-center max-xl:basis-full xl:order-1">
                    <button
                      type="button"
                      onClick={() => choose(week)}
                      className="min-h-11 rounded-full border border-edge px-5 text-sm hover:border-ink hover:bg-sand"
                    >
                      {`${DAYS_A_WEEK} days: until ${dayInWords(week, today)}`}
                    </button>
                  </p>
                )}
                <PanelButton onClick={clear}>Clear dates</PanelButton>
                <PanelButton className="xl:order-2" onClick={type}>
                  Enter dates
                </PanelButton>
              </div>
            </div>
          )}
          {error && !showsInputs && (
            <p id={`${id}-error`} className="text-sm text-danger">
              {error}
            </p>
          )}
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles blur of both inputs */}
      <div
        ref={inputs}
        hidden={!showsInputs}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) letGo()
        }}
        className="grid-cols-2 gap-3 [&:not([hidden])]:grid"
      >
        {(['start', 'end'] as const).map((name) => (
          <Field
            key={name}
            label={name === 'start' ? 'First day' : 'Last day'}
            name={name}
            type="date"
            min={today}
            value={picking[name] ?? ''}
            error={name === 'end' && showsInputs ? error : undefined}
            className="min-w-0 grid-cols-[minmax(0,1fr)] content-start max-sm:[&_input]:px-3"
            onChange={(event) => {
              const typed = parseCalendarDate(event.target.value)
              step({ kind: 'type', start, end, [name]: typed })
            }}
          />
        ))}
      </div>
    </div>
  )
}

/**
 * In a sheet the calendar covers nothing. If it closed when a button of the sheet is pressed, the
 * button would move away before it is released.
 */
const isInSheet = (field: Element | null) => Boolean(field?.closest(':modal'))

/** Values typed, or restored by the browser, before the script had loaded. */
function useTypedBeforeHydration(
  inputs: { readonly current: HTMLDivElement | null },
  picking: Picking,
  step: DateFieldProps['step'],
) {
  const atFirst = useRef(picking)
  useEffect(() => {
    const typed = (name: string) =>
      parseCalendarDate(inputs.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value)
    const [start, end] = [typed('start'), typed('end')]
    if (start !== atFirst.current.start || end !== atFirst.current.end)
      step({ kind: 'type', start, end })
  }, [inputs, step])
}
