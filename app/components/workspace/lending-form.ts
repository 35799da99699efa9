import * as z from 'zod'
import { line } from '#app/http/text-fields.ts'
import type { Lending } from '#domain/items/listing.ts'
import { MAX_TURNAROUND_DAYS } from '#domain/items/turnaround.ts'
import { counted } from '#domain/shared/figures.ts'

export const lendingWords = { no: 'One rental at a time', yes: 'Can be booked ahead' } as const

const CHOICES = ['no', 'yes'] as const
const DAYS_WRONG = `Please enter a whole number from 0 to ${MAX_TURNAROUND_DAYS}.`

/** The fields of `LendingFields`; a form without them leaves the lending of an item as it is. */
export const lendingForm = {
  advance_booking: z.enum(CHOICES, 'Please choose how it is lent.').optional(),
  turnaround_days: line({ longest: 20 })
    .refine((text) => /^\d{1,2}$/.test(text), { error: DAYS_WRONG, abort: true })
    .transform(Number)
    .refine((days) => days <= MAX_TURNAROUND_DAYS, DAYS_WRONG)
    .optional(),
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
