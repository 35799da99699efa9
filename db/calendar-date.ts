/** A rental day: 'YYYY-MM-DD', without time or time zone. */
export type CalendarDate = string & { readonly __calendarDate: true }
