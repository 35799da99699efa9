import * as z from 'zod'
import type { FreshId } from '#db/ids.ts'
import { MAX_CORRECTION_CENTS, MAX_NOTE } from '#domain/money/payouts/earned/correction-limits.ts'
import { MAX_RATE_CENTS, RATE_NOTICE_DAYS } from '#domain/money/payouts/payout-rate-limits.ts'
import { shortDollars } from '#domain/shared/cents.ts'
import { parseId } from '#domain/shared/ids.ts'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { line, lines, tooLongText, wholeNumber } from './text-fields.ts'

export const WRONG_RATE = `Please enter 0 to ${MAX_RATE_CENTS} cents.`
export const NOTICE_TOO_SHORT = `A new rate needs ${RATE_NOTICE_DAYS} days’ notice.`
const WRONG_DATE = 'Please choose a date.'

/** A new rate, and the day from which it applies. */
export const rateForm = z.object({
  cents: wholeNumber({ min: 0, max: MAX_RATE_CENTS, wrong: WRONG_RATE }),
  from: line({ maxLength: 10, missing: WRONG_DATE }).transform((text, check) => {
    const date = parseCalendarDate(text)
    if (date) return date
    check.addIssue({ code: 'custom', message: WRONG_DATE })
    return z.NEVER
  }),
})

export const WRONG_AMOUNT = `Please enter an amount up to ${shortDollars(MAX_CORRECTION_CENTS)}, with a minus sign to deduct it.`

/** '12.50', '-$3' or '−3' as cents; null for anything else, and for nothing. */
function signedCents(text: string): number | null {
  const [, sign, whole, cents = ''] =
    /^([-−]?)\$?(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text.replaceAll(/[\s,]/g, '')) ?? []
  if (whole === undefined) return null
  const amount = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return amount === 0 || amount > MAX_CORRECTION_CENTS ? null : sign ? -amount : amount
}

export const NOTE_TOO_LONG = tooLongText(MAX_NOTE)

/** What is added to a closet's earnings, or deducted from them. */
export const correctionForm = z.object({
  amount: line({ maxLength: 20, missing: WRONG_AMOUNT }).transform((text, check) => {
    const cents = signedCents(text)
    if (cents !== null) return cents
    check.addIssue({ code: 'custom', message: WRONG_AMOUNT })
    return z.NEVER
  }),
  note: lines({ maxLength: MAX_NOTE, missing: 'Please give a reason.' }),
  key: z.string().transform((text) => parseId<FreshId>(text)),
})

/** Why a difference is no problem. */
export const acceptForm = z.object({
  note: lines({ maxLength: 1000, missing: 'Please say what you found out.' }),
})
