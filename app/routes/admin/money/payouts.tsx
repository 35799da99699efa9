import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AdminList } from '#app/components/admin/admin-list.tsx'
import { addressIn } from '#app/components/admin/list-part.ts'
import {
  AcceptDialog,
  CorrectDialog,
  RateDialog,
} from '#app/components/admin/money/payout-dialogs.tsx'
import { PayoutOverview } from '#app/components/admin/money/payout-figures.tsx'
import { PayoutRate } from '#app/components/admin/money/payout-rate.tsx'
import { NO_CONNECT } from '#app/components/admin/money/payout-words.ts'
import { TransferDifferences } from '#app/components/admin/money/transfer-differences.tsx'
import { OwedRows, TransferRows } from '#app/components/admin/money/transfer-rows.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminIn, todayIn } from '#app/request/contexts.ts'
import { loadList, readPart } from '#app/routes/admin/list-answers.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { PersonId } from '#db/ids.ts'
import { spentValue } from '#domain/admin/figures/credit-figures.ts'
import { VALUE_DAYS } from '#domain/admin/figures/figure-periods.ts'
import { correctableCloset } from '#domain/money/payouts/earned/correctable-closet.ts'
import { owedClosets } from '#domain/money/payouts/owed-list.ts'
import { nextRunOn } from '#domain/money/payouts/pay-closets.ts'
import { payoutFigures } from '#domain/money/payouts/payout-figures.ts'
import { announcedRates, currentRate } from '#domain/money/payouts/payout-rate.ts'
import { firstRateDay } from '#domain/money/payouts/payout-rate-limits.ts'
import { isAfterPayDay } from '#domain/money/payouts/transfers/pay-day.ts'
import { openDifferences } from '#domain/money/payouts/transfers/transfer-differences.ts'
import { transferList } from '#domain/money/payouts/transfers/transfer-list.ts'
import { transferParts } from '#domain/money/payouts/transfers/transfer-parts.ts'
import { newId, parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/payouts.ts'
import { actOnPayouts } from './act-on-payouts.ts'

export const meta: Route.MetaFunction = () => pageMeta('Payouts')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

const base = href('/admin/payouts')

/** Closets without an account, whose reminders have ended. */
const OWED_FOR_A_YEAR = 'year'

const FILTERS = [
  { value: 'closets', label: 'Owed' },
  { value: OWED_FOR_A_YEAR, label: 'Owed for a year' },
  { value: 'failed', label: 'Failed' },
  { value: 'pending', label: 'Pending' },
  { value: 'reversed', label: 'Reversed' },
  { value: 'transfers', label: 'All transfers' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, stripe, timeZone, admin } = adminIn(context)
  const today = todayIn(context)
  const { part, after, query } = readPart(request, base, [OWED_FOR_A_YEAR, ...transferParts])
  const filter = transferParts.find((known) => known === part.filter) ?? null
  const now = clock()
  const loaded = await loadList(context, request, async () => {
    const [figures, nextRun, cents, announced, value, differences] = await Promise.all([
      payoutFigures(db, admin, now),
      nextRunOn(db, today),
      currentRate(db, now),
      announcedRates(db, now),
      spentValue(db, admin, { today, timeZone }),
      openDifferences(db, admin),
    ])
    return {
      figures,
      nextRun,
      // After the 5th, the run of this month begins as soon as it can.
      isLate: isAfterPayDay(today) && nextRun === today,
      rate: { cents, announced, broughtCents: value.centsPerCredit },
      differences,
    }
  })
  const wanted = { q: part.q, after, now }
  const forAYear = part.filter === OWED_FOR_A_YEAR
  const closets = filter
    ? null
    : await loadList(context, request, () => owedClosets(db, admin, { ...wanted, forAYear }))
  const transfers =
    filter &&
    (await loadList(context, request, () => transferList(db, admin, { ...wanted, part: filter })))
  const ask = query.get('ask')
  const which = query.get('which')
  const closetId = ask === 'correct' ? parseId<PersonId>(which) : null
  return {
    part,
    after,
    loaded,
    closets,
    showsTransfers: filter !== null,
    transfers,
    hasConnect: stripe.hasConnect,
    asksForRate: ask === 'rate',
    correcting: closetId && (await correctableCloset(db, admin, closetId)),
    accepting: (ask === 'accept' && loaded?.differences.find(({ id }) => id === which)) || null,
    firstDay: firstRateDay(today),
    key: newId(),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return actOnPayouts(context, request)
}

export default function Payouts({ loaderData, actionData }: Route.ComponentProps) {
  const { part, after, loaded, closets, transfers, showsTransfers, hasConnect } = loaderData
  const { asksForRate, correcting, accepting, firstDay, key } = loaderData
  const here = (more = {}) => addressIn(part, { ...(after && { after }), ...more })
  const correctTo = (which: string) => here({ ask: 'correct', which })
  const dialog = { answer: actionData, closeTo: here() }
  const list = { part, filters: FILTERS }
  return (
    <AdminFrame title="Payouts" line="What closets have earned, and the transfers that pay them.">
      {!hasConnect && <Notice className="mt-6">{NO_CONNECT}</Notice>}
      {loaded ? (
        <>
          <TransferDifferences
            differences={loaded.differences}
            acceptTo={(which) => here({ ask: 'accept', which })}
          />
          <PayoutOverview
            figures={loaded.figures}
            nextRun={loaded.nextRun}
            isLate={loaded.isLate}
            hasConnect={hasConnect}
          />
          <PayoutRate {...loaded.rate} days={VALUE_DAYS} announceTo={here({ ask: 'rate' })} />
        </>
      ) : (
        <NotLoaded label="The overview" to={here()} />
      )}
      <div className="mt-10">
        {part.filter === OWED_FOR_A_YEAR && (
          <p className="mb-5 max-w-prose text-sm text-soft">
            Closets that have been owed money for a year and have no payout account. New ones are
            found once an hour.
          </p>
        )}
        {showsTransfers ? (
          <AdminList
            {...list}
            label="Transfers"
            found={transfers}
            empty={<EmptyState title="No transfers yet" />}
          >
            {(rows) => (
              <TransferRows
                transfers={rows}
                retries={hasConnect && part.filter === 'failed'}
                correctTo={correctTo}
              />
            )}
          </AdminList>
        ) : (
          <AdminList
            {...list}
            label="Closets"
            found={closets}
            searched="first"
            empty={
              <EmptyState title="No closet is owed anything">
                Completed rentals are listed here until a transfer pays them.
              </EmptyState>
            }
          >
            {(rows) => <OwedRows closets={rows} correctTo={correctTo} />}
          </AdminList>
        )}
      </div>
      {asksForRate && <RateDialog {...dialog} firstDay={firstDay} />}
      {correcting && (
        <CorrectDialog key={correcting.id} {...dialog} closet={correcting} formKey={key} />
      )}
      {accepting && <AcceptDialog key={accepting.id} {...dialog} difference={accepting} />}
    </AdminFrame>
  )
}
