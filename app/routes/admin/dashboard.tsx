import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { SETTING_NOT_SAVED } from '#app/components/admin/admin-sentences.ts'
import { AuditLines } from '#app/components/admin/audit-lines.tsx'
import { KeyFigures } from '#app/components/admin/key-figures.tsx'
import { BalanceCard } from '#app/components/admin/money/balance-card.tsx'
import { IncomeTable } from '#app/components/admin/money/income-table.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { ToDoList } from '#app/components/admin/to-do-list.tsx'
import { UserToUserSwitch } from '#app/components/admin/user-to-user-switch.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn } from '#app/request/contexts.ts'
import { failure, redirectWithError, redirectWithToast, success } from '#app/request/flash.ts'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { newestAuditLines } from '#domain/admin/audit/audit-log.ts'
import { FIGURE_DAYS } from '#domain/admin/figures/figure-periods.ts'
import { incomeByMonth, type MonthOfIncome } from '#domain/admin/figures/income.ts'
import { type StoredChecks, storedChecks } from '#domain/admin/figures/integrity-results.ts'
import { type Figures, figures } from '#domain/admin/figures/overview.ts'
import { missingReturns } from '#domain/booking/rentals/lists/missing-returns.ts'
import { balanceFigures } from '#domain/money/balance/balance.ts'
import { dollars } from '#domain/shared/cents.ts'
import { done } from '#domain/shared/outcome.ts'
import { switchUserToUser } from '#domain/site/settings/switch-user-to-user.ts'
import type { Route } from './+types/dashboard.ts'
import { loadList } from './list-answers.ts'
import { toDoKinds } from './to-do-kinds.ts'
import { waitingIn } from './waiting.ts'

export const meta: Route.MetaFunction = () => pageMeta('Admin')

const LAST_LINES = 6

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, timeZone, admin } = adminIn(context)
  const loaded = await loadList(context, request, async () => {
    const [numbers, income, waiting, missing, lines, checks, balance] = await Promise.all([
      figures(db, admin, clock()),
      incomeByMonth(db, admin, { now: clock(), timeZone }),
      waitingIn(context),
      missingReturns(db, admin, clock()),
      newestAuditLines(db, admin, LAST_LINES),
      storedChecks(db, admin),
      balanceFigures(db, admin, clock()),
    ])
    return { numbers, income, waiting: { ...waiting, missing }, checks, balance, lines }
  })
  const confirming = new URL(request.url).searchParams.get('ask') === 'user-to-user'
  return { loaded, confirming }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, admin } = adminIn(context)
  const form = await readForm(request)
  const enabled = form.get('enabled') === 'yes'
  if (form.get('intent') !== 'user-to-user')
    return redirectWithError(href('/admin'), SETTING_NOT_SAVED)
  const switched = await attempt(context, request, async () =>
    done(await switchUserToUser(db, admin, enabled, clock())),
  )
  return redirectWithToast(
    href('/admin'),
    switched.ok ? success(enabled ? ON : OFF) : failure(SETTING_NOT_SAVED),
  )
}

const ON = 'Users can now apply and post items.'
const OFF = 'Only admins can post items now. Existing items stay listed.'

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { loaded, confirming } = loaderData
  const { userToUserEnabled } = useShell()
  // The state comes with every page, so it can be switched even if the overview cannot be loaded.
  const posting = <UserToUserSwitch enabled={userToUserEnabled} confirming={confirming} />
  if (!loaded)
    return (
      <AdminFrame title="Admin">
        <NotLoaded label="The overview" to={href('/admin')} />
        {posting}
      </AdminFrame>
    )
  const { numbers, income, waiting, checks, balance, lines } = loaded
  return (
    <AdminFrame title="Admin">
      <OverviewFigures figures={numbers} month={income[0] ?? null} />
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-2">
        <section aria-labelledby="waits">
          <h2 id="waits" className="text-[1.75rem]">
            To do
          </h2>
          <ToDoList kinds={toDoKinds(waiting, loaded, userToUserEnabled)} />
          <h2 className="mt-10 text-[1.75rem]">Integrity check</h2>
          <IntegrityCard {...checks} />
          <BalanceCard figures={balance} />
          {posting}
        </section>
        <section aria-labelledby="recent-activity">
          <div className="flex items-baseline justify-between gap-4">
            <h2 id="recent-activity" className="text-[1.75rem]">
              Recent activity
            </h2>
            <LinkButton to={href('/admin/audit')} kind="quiet" size="small">
              Audit log
            </LinkButton>
          </div>
          {lines.length > 0 ? (
            <AuditLines lines={lines} narrow />
          ) : (
            <p className="mt-4 border-t border-line pt-5 text-soft">No activity yet.</p>
          )}
        </section>
      </div>
      <IncomeTable months={income} />
      <p className="mt-5">
        <LinkButton to={href('/admin/figures')} kind="secondary">
          Credits owed and spent
        </LinkButton>
      </p>
    </AdminFrame>
  )
}

function IntegrityCard({ violations, at, unfinished }: StoredChecks) {
  const isBroken = violations.length > 0
  return (
    <p className="mt-4 flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-y border-line py-3">
      {isBroken ? (
        <Badge kind="danger">Problems found</Badge>
      ) : at === null || unfinished.length > 0 ? (
        <Badge>Not checked</Badge>
      ) : (
        <Badge kind="success">No problems</Badge>
      )}
      <TextLink to={href('/admin/integrity')}>
        {isBroken ? 'See the problems' : 'Credits, deposits, refunds, rentals and payouts'}
      </TextLink>
    </p>
  )
}

const number = (value: number) => value.toLocaleString('en-US')

function OverviewFigures({
  figures,
  month,
}: {
  figures: Figures
  /** The current month so far. */
  month: MonthOfIncome | null
}) {
  const shown = [
    {
      name: 'Income this month',
      value: dollars(month?.income ?? 0),
      more: 'excluding deposits',
    },
    {
      name: 'Open rentals',
      value: number(figures.liveRentals),
      more: `${number(figures.newRentals)} new`,
    },
    { name: 'Credits sold', value: number(figures.creditsSold), more: 'including gifts and plans' },
    { name: 'Credits spent', value: number(figures.creditsSpent), more: 'net of refunds' },
    {
      name: 'Deposits held',
      value: dollars(figures.depositsHeldCents),
      more: `from ${number(figures.depositsHeld)} ${figures.depositsHeld === 1 ? 'user' : 'users'}`,
    },
    { name: 'New users', value: number(figures.newPeople), more: 'signed up' },
  ]
  return (
    <>
      <KeyFigures figures={shown} columns={6} />
      <p className="mt-3 text-sm text-soft">
        Open rentals and deposits are as of today. Credits and new users are for the last{' '}
        {FIGURE_DAYS} days.
      </p>
    </>
  )
}
