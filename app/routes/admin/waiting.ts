import { createContext } from 'react-router'
import { adminIn, type Context, todayIn } from '#app/request/contexts.ts'
import { countWaitingApplications } from '#domain/accounts/closets/application-queries.ts'
import { countRequestedNames } from '#domain/accounts/people/review-names.ts'
import { countNeedingAction } from '#domain/booking/rentals/lists/panel-list.ts'
import { casesForAdmins } from '#domain/care/cases/case-list.ts'
import { countOpenReports } from '#domain/care/reports/report-list.ts'
import { countOpenRequests } from '#domain/care/support/support-list.ts'
import { countWaitingItems } from '#domain/catalogue/items/reviewed-items.ts'
import { countPayoutProblems } from '#domain/money/payouts/payout-figures.ts'
import { countFailedMail } from '#domain/outbound/mail/sent-mail.ts'

const waitingContext = createContext<ReturnType<typeof readWaiting> | null>(null)

/** What waits for an admin, read once for a request: for the tabs and for the page. */
export function waitingIn(context: Context): ReturnType<typeof readWaiting> {
  const begun = context.get(waitingContext)
  if (begun) return begun
  const waiting = readWaiting(context)
  context.set(waitingContext, waiting)
  return waiting
}

async function readWaiting(context: Context) {
  const { db, clock, admin } = adminIn(context)
  const now = clock()
  const [applications, items, names, rentals, cases, reports, support, mail, payouts] =
    await Promise.all([
      countWaitingApplications(db, admin),
      countWaitingItems(db, admin),
      countRequestedNames(db, admin),
      countNeedingAction(db, admin, todayIn(context)),
      casesForAdmins(db, admin, now),
      countOpenReports(db, admin),
      countOpenRequests(db, admin, now),
      countFailedMail(db, admin),
      countPayoutProblems(db, admin, now),
    ])
  return { applications, items, names, rentals, cases, reports, support, mail, payouts }
}
