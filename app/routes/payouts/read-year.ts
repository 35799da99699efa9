import { type YearRow, yearSums } from '#app/components/closet/year-sums.ts'
import { appContext, type Context, paidOwnerContext, todayIn } from '#app/request/contexts.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { monthsOfYear } from '#domain/accounts/closets/earning-months.ts'
import {
  firstSummedMonth,
  type MonthEarnings,
  monthlyEarnings,
} from '#domain/accounts/closets/earnings.ts'
import { payoutsOfYear } from '#domain/money/payouts/own-payouts.ts'
import { recordOf } from '#domain/shared/records.ts'
import { eachMonth, monthIn } from '#domain/shared/time/local-time.ts'

/** The months of a year until today. With `isWhole`, all of them, however much was earned. */
export async function readYear(
  context: Context,
  typed: string,
  { isWhole = false }: { readonly isWhole?: boolean } = {},
) {
  const { db, timeZone } = context.get(appContext)
  const owner = context.get(paidOwnerContext)
  const today = todayIn(context)
  const year = orNotFound(/^20\d\d$/.test(typed) && typed <= today.slice(0, 4) ? typed : null)
  const isOver = year < today.slice(0, 4)
  const period = monthsOfYear(Number(year), timeZone)
  const from = isWhole ? null : await firstSummedMonth(db, owner, period)
  const months = eachMonth(from ?? period.since, isOver ? period.until : today.slice(0, 7))
  const payouts = await payoutsOfYear(db, owner, Number(year), timeZone)
  const earned: MonthEarnings[] = []
  // One by one, so that no statement adds up more than a month for the file of a large closet.
  const periods = isWhole
    ? months.map((month) => ({ since: month, until: month, timeZone }))
    : [{ ...period, since: from ?? period.since }]
  for (const one of periods) earned.push(...(await monthlyEarnings(db, owner, one)))
  const rows = months.map((month): YearRow => {
    const sums = earned.find((one) => one.month === month)
    const paid = payouts.filter(({ paidAt }) => paidAt && monthIn(timeZone, paidAt) === month)
    const paidCents = paid.reduce((sum, { cents }) => sum + cents, 0)
    return { month, ...recordOf(yearSums, (name) => ({ ...sums, paidCents })[name] ?? 0) }
  })
  return { year: Number(year), isOver, from, rows, payouts }
}
