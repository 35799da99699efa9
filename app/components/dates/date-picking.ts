import { type CalendarDate, daysBetween, eachDay } from '#domain/shared/time/calendar-date.ts'

/** The dates picked so far, and whether the picker is open. */
export type Picking = {
  readonly start: CalendarDate | null
  readonly end: CalendarDate | null
  readonly open: boolean
}

export type PickingStep =
  | { readonly kind: 'click'; readonly day: CalendarDate }
  | {
      readonly kind: 'type'
      readonly start: CalendarDate | null
      readonly end: CalendarDate | null
    }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'close' }
  | { readonly kind: 'clear' }

/**
 * How clicks become a range (spec 4.2): the first sets the start, the second the end. A second day
 * before the start, or a range over an unavailable day, starts again with that day; so does a third
 * click. A complete range closes the picker.
 */
export function pick(
  picking: Picking,
  step: PickingStep,
  unavailable: ReadonlySet<CalendarDate>,
): Picking {
  switch (step.kind) {
    case 'toggle':
      return { ...picking, open: !picking.open }
    case 'close':
      return { ...picking, open: false }
    case 'clear':
      return { ...picking, start: null, end: null }
    case 'type':
      return { ...picking, start: step.start, end: step.end }
    case 'click': {
      const { day } = step
      const { start, end } = picking
      const anew: Picking = { start: day, end: null, open: true }
      if (unavailable.has(day)) return picking
      if (start === null || end !== null || day < start) return anew
      if (eachDay(start, day).some((within) => unavailable.has(within))) return anew
      return { start, end: day, open: false }
    }
  }
}

export type DayRange = { readonly start: CalendarDate; readonly end: CalendarDate }

/** Single days, in order, merged into ranges. */
export function toRanges(days: readonly CalendarDate[]): DayRange[] {
  const ranges: { start: CalendarDate; end: CalendarDate }[] = []
  for (const day of days) {
    const last = ranges.at(-1)
    if (last && daysBetween(last.end, day) === 1) last.end = day
    else ranges.push({ start: day, end: day })
  }
  return ranges
}
