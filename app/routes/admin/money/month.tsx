import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { KeyFigures } from '#app/components/admin/key-figures.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { MonthTables } from '#app/components/admin/money/month-tables.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { longMonth } from '#app/components/charts/figure-words.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn } from '#app/request/contexts.ts'
import { failure, redirectWithToast, success } from '#app/request/flash.ts'
import { loadList } from '#app/routes/admin/list-answers.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { centsOf, marginOf } from '#domain/money/months/month-lines.ts'
import {
  type CloseProblem,
  closeMonth,
  type MonthStatement,
  monthStatement,
  statementUntil,
} from '#domain/money/months/months.ts'
import { dollars } from '#domain/shared/cents.ts'
import { showDate } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/month.ts'
import { readDay, readMonth } from './read-month.ts'

export const meta: Route.MetaFunction = ({ params }) => pageMeta(longMonth(params.month))

/** A month until now or as it was closed, or until the end of one of its days. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, clock, timeZone, admin } = adminIn(context)
  const month = readMonth(context, params.month)
  const day = readDay(context, request, month)
  const loaded = await loadList(context, request, async () => {
    const statement = await monthStatement(db, admin, month, { now: clock(), timeZone })
    const lines = day && (await statementUntil(db, admin, day, timeZone))
    return statement && { ...statement, lines: lines ?? statement.lines }
  })
  return { month, day, loaded, asks: new URL(request.url).searchParams.get('ask') === 'close' }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, clock, timeZone, admin } = adminIn(context)
  const month = readMonth(context, params.month)
  const closed = await attempt(context, request, () =>
    closeMonth(db, admin, month, { now: clock(), timeZone }),
  )
  return redirectWithToast(
    href('/admin/months/:month', { month }),
    closed.ok
      ? success(`${longMonth(month)} has been closed.`)
      : failure(sentenceFor(closed.problem)),
  )
}

function sentenceFor(problem: CloseProblem | { readonly reason: 'unexpected' }): string {
  switch (problem.reason) {
    case 'not-over':
      return 'This month is not over yet.'
    case 'already-closed':
      return `${problem.closed.closerName} has already closed this month.`
    case 'not-next':
      return `Please close ${longMonth(problem.next)} first.`
    case 'unexpected':
      return 'The month could not be closed. Please try again.'
  }
}

export default function Month({ loaderData: { month, day, loaded, asks } }: Route.ComponentProps) {
  const here = href('/admin/months/:month', { month })
  const query = day ? `?day=${day}` : ''
  return (
    <AdminFrame
      title={longMonth(month)}
      line={day ? `Until the end of ${showDate(day)}.` : loaded && <State {...loaded} />}
      actions={
        loaded && (
          <>
            <LinkButton
              to={`${href('/admin/months/:month/csv', { month })}${query}`}
              kind="secondary"
              reloadDocument
            >
              Download CSV
            </LinkButton>
            {loaded.isNext && !day && <LinkButton to={`${here}?ask=close`}>Close month</LinkButton>}
          </>
        )
      }
    >
      {loaded ? (
        <Statement
          {...loaded}
          closing={day ? `On ${showDate(day)}` : closingName(loaded)}
          closetsTo={`${href('/admin/months/:month/closets', { month })}${query}`}
        />
      ) : (
        <NotLoaded label="The month" to={`${here}${query}`} />
      )}
      {asks && loaded?.isNext && (
        <ConfirmDialog
          question={`Close ${longMonth(month)}?`}
          open={month}
          closeTo={here}
          fields={{ intent: 'close' }}
          confirmText="Close month"
          failed="The month could not be closed. Please try again."
        >
          <p className="text-soft">
            Its amounts never change again. What is recorded later counts in the next month.
            {loaded.lastClosed === null &&
              ' No month is closed yet, and earlier ones cannot be closed after it: begin with the first month that you need.'}
          </p>
        </ConfirmDialog>
      )}
    </AdminFrame>
  )
}

function closingName({ isOver }: MonthStatement): string {
  return isOver ? 'Closing' : 'Now'
}

function State({ month, closed, isOver, isNext, lastClosed }: MonthStatement) {
  if (closed)
    return (
      <>
        Closed on <Moment at={closed.closedAt} /> by {closed.closerName}.
      </>
    )
  if (!isOver) return 'So far. It can be closed once it is over.'
  if (isNext) return 'Open.'
  return lastClosed !== null && month < lastClosed
    ? 'Before the first month that was closed, so it stays open.'
    : 'Open. The months before it are closed first.'
}

function Statement({
  lines,
  closing,
  closetsTo,
}: MonthStatement & { closing: string; closetsTo: string }) {
  const used = lines.millicents_spent + lines.millicents_returned
  return (
    <>
      <KeyFigures
        isCompact
        figures={[
          {
            name: 'Sold',
            value: dollars(centsOf(lines.millicents_sold + lines.millicents_refunded)),
            more: 'credits, without refunds',
          },
          {
            name: 'Used',
            value: dollars(centsOf(-used - lines.millicents_expired)),
            more: 'paid for credits spent or expired',
          },
          {
            name: 'Closets',
            value: dollars(lines.earnings_earned + lines.earnings_corrected),
            more: 'earned',
          },
          { name: 'Margin', value: dollars(marginOf(lines)), more: 'before fees' },
        ]}
      />
      <MonthTables lines={lines} closing={closing} closetsTo={closetsTo} />
      <Notice className="mt-10 max-w-prose">
        The margin is what was paid for credits that were spent or have expired, and what was
        withheld from deposits, without what closets earned. The payment provider’s fees are on{' '}
        <TextLink to={href('/admin/figures')}>Analytics</TextLink>.
      </Notice>
    </>
  )
}
