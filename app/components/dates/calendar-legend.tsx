/** The legend of the calendar, spec 4.2. */
export function CalendarLegend() {
  return (
    <ul className="mt-3 flex flex-wrap justify-center gap-x-5 gap-y-2 text-[0.8125rem] text-soft">
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="size-4 rounded-full bg-ink" />
        Selected
      </li>
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="h-4 w-6 rounded-full bg-primary-100" />
        In range
      </li>
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="calendar-unavailable-mark size-5 rounded-full" />
        Unavailable
      </li>
    </ul>
  )
}
