import * as z from 'zod'
import { line } from '#app/forms/text-fields.ts'
import type { Lending } from '#domain/catalogue/items/fields/lending.ts'
import { MAX_TURNAROUND_DAYS } from '#domain/catalogue/items/listing/turnaround.ts'
import { counted } from '#domain/shared/figures.ts'

export const lendingWords = { no: 'One rental at a time', yes: 'Can be booked ahead' } as const

const CHOICES = ['no', 'yes'] as const
const DAYS_WRONG = `Please enter a whole number from 0 to ${MAX_TURNAROUND_DAYS}.`

const lendingFields = {
  advance_booking: z.enum(CHOICES, 'Please choose how it is lent.'),
  turnaround_days: line({ maxLength: 20, missing: DAYS_WRONG })
    .refine((text) => /^\d{1,2}$/.test(text), { error: DAYS_WRONG, abort: true })
    .transform(Number)
    .refine((days) => days <= MAX_TURNAROUND_DAYS, DAYS_WRONG),
}

export const lendingForm = z.object(lendingFields).transform(
  ({ advance_booking, turnaround_days }): Lending => ({
    advanceBooking: advance_booking === 'yes',
    turnaroundDays: turnaround_days,
  }),
)

/** As part of the form of an item: without them, its lending stays as it is. */
export const optionalLending = {
  advance_booking: lendingFields.advance_booking.optional(),
  turnaround_days: lendingFields.turnaround_days.optional(),
}

export function lendingIn(value: {
  readonly advance_booking?: 'no' | 'yes' | undefined
  readonly turnaround_days?: number | undefined
}): Lending | undefined {
  const { advance_booking, turnaround_days } = value
  if (advance_booking === undefined || turnaround_days === undefined) return undefined
  return { advanceBooking: advance_booking === 'yes', turnaroundDays: turnaround_days }
}

/** 'Can be booked ahead, 2 days between rentals'. */
export function lendingSentence({ advanceBooking, turnaroundDays }: Lending): string {
  const kind = lendingWords[advanceBooking ? 'yes' : 'no']
  return turnaroundDays === 0 ? kind : `${kind}, ${counted(turnaroundDays, 'day')} between rentals`
}

/** For comparing what two people have saved. */
export function lendingInWords(lending: Lending | undefined) {
  return {
    kind: lending ? lendingWords[lending.advanceBooking ? 'yes' : 'no'] : '',
    days: lending ? String(lending.turnaroundDays) : '',
  }
}
