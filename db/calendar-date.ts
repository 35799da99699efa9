/** A rental day: 'YYYY-MM-DD', no time, no zone. */
export type CalendarDate = string & { readonly __calendarDate: true }
