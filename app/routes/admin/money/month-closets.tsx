import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { ClosetTable } from '#app/components/admin/money/closet-amounts.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { longMonth } from '#app/components/charts/figure-words.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminIn } from '#app/request/contexts.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { loadList } from '#app/routes/admin/list-answers.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { closetsOfMonth } from '#domain/money/months/closets-of-month.ts'
import { monthStatement, statementUntil } from '#domain/money/months/months.ts'
import { showDate } from '#domain/shared/time/calendar-date.ts'
import { lastDayOf } from '#domain/shared/time/local-time.ts'
import type { Route } from './+types/month-closets.ts'
import { readDay, readMonth } from './read-month.ts'

export const meta: Route.MetaFunction = ({ params }) =>
  pageMeta(`Closets, ${longMonth(params.month)}`)

/** What closets had in a month, or in one until the end of a day. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, clock, timeZone, admin } = adminIn(context)
  const month = readMonth(context, params.month)
  const day = readDay(context, request, month)
  const after = new URL(request.url).searchParams.get('after')
  const loaded = await loadList(context, request, async () => {
    const [statement, until, page] = await Promise.all([
      monthStatement(db, admin, month, { now: clock(), timeZone }),
      day && statementUntil(db, admin, day, timeZone),
      closetsOfMonth(db, admin, { month, day, after, timeZone }),
    ])
    const { lines, isOver } = orNotFound(statement)
    return { ...page, lines: until ?? lines, isOver }
  })
  return { month, day, after, loaded }
}

export default function MonthClosets({ loaderData }: Route.ComponentProps) {
  const { month, day, after, loaded } = loaderData
  const here = (more = {}) => {
    const query = new URLSearchParams({ ...(day && { day }), ...more })
    const base = href('/admin/months/:month/closets', { month })
    return query.size > 0 ? `${base}?${query}` : base
  }
  const file = new URLSearchParams({ from: `${month}-01`, to: day ?? lastDayOf(month) })
  return (
    <AdminFrame
      title={`Closets, ${longMonth(month)}`}
      line={
        day
          ? `What each closet was owed at the end of ${showDate(day)}.`
          : 'What each closet was owed, earned and was paid.'
      }
      actions={
        <>
          <LinkButton
            to={`${href('/admin/months/:month', { month })}${day ? `?day=${day}` : ''}`}
            kind="secondary"
          >
            {longMonth(month)}
          </LinkButton>
          <LinkButton
            to={`${href('/admin/export/:list', { list: 'balances' })}?${file}`}
            kind="secondary"
            reloadDocument
          >
            Download CSV
          </LinkButton>
        </>
      }
    >
      {loaded === null ? (
        <NotLoaded label="The closets" to={here(after ? { after } : {})} />
      ) : (
        <>
          {loaded.rows.length > 0 || after || loaded.next ? (
            <ClosetTable
              closets={loaded.rows}
              lines={loaded.lines}
              closing={day ? `On ${showDate(day)}` : loaded.isOver ? 'Closing' : 'Now'}
            />
          ) : (
            <EmptyState title="No closets yet">
              Nothing was owed to a closet, earned or paid.
            </EmptyState>
          )}
          <div className="mt-10">
            <Pagination
              label="Closets"
              first={after ? here() : null}
              next={loaded.next ? here({ after: loaded.next }) : null}
            />
          </div>
        </>
      )}
    </AdminFrame>
  )
}
