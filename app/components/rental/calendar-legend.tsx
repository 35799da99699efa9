/** What the marks mean; shopper §2. */
export function CalendarLegend() {
  return (
    <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-sm text-soft">
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="size-4 rounded-full bg-ink" />
        Selected
      </li>
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="size-4 rounded-full bg-primary-100" />
        In range
      </li>
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="calendar-unavailable-mark size-4 rounded-full" />
        Unavailable
      </li>
    </ul>
  )
}
