import { earningReason, paidStatus } from '#app/components/closet/earning-words.ts'
import { appContext, paidOwnerContext, todayIn } from '#app/request/contexts.ts'
import { countExport } from '#app/request/too-many.ts'
import { answerCsv } from '#app/responses/csv-answer.ts'
import { yearIn } from '#app/routes/manage/year-in.ts'
import { earningsOfYear, yearsBy } from '#domain/money/payouts/payout-queries.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/payouts-csv.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const owner = context.get(paidOwnerContext)
  await countExport(app, owner.id)
  const { db, timeZone, clock } = app
  const thisYear = Number(todayIn(context).slice(0, 4))
  const query = new URL(request.url).searchParams
  const year = yearIn(query, thisYear)
  const by = yearsBy.find((known) => known === query.get('by')) ?? 'earned'
  const day = (at: Date | null) => (at ? calendarDateIn(timeZone, at) : '')
  return await answerCsv(
    `hemline-payouts-${by}-in-${year}.csv`,
    ['Earned on', 'Item', 'Reason', 'Amount (USD)', 'Status', 'Ready on', 'Paid on', 'Rental'],
    earningsOfYear(db, owner, { year, by, timeZone }),
    (row) => [
      day(row.earnedAt),
      row.title ?? '',
      earningReason(row),
      { cents: row.cents },
      paidStatus(row, clock()),
      day(row.payableAt),
      day(row.finishedAt),
      row.rentalId ?? '',
    ],
  )
}
