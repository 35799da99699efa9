import { data, href, redirect } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { AccountingFiles } from '#app/components/admin/money/accounting-files.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { longMonth } from '#app/components/charts/figure-words.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminIn, todayIn } from '#app/request/contexts.ts'
import { loadList } from '#app/routes/admin/list-answers.ts'
import { Button } from '#app/ui/button.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { Form } from '#app/ui/form.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { listMonths } from '#domain/money/months/months.ts'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/months.ts'

export const meta: Route.MetaFunction = () => pageMeta('Months')

const NO_SUCH_DAY = 'Please choose a day that is not in the future.'

/** The months, or the statement of a day that was chosen. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, timeZone, admin } = adminIn(context)
  const today = todayIn(context)
  const typed = new URL(request.url).searchParams.get('day')
  const day = parseCalendarDate(typed ?? '')
  if (day && day <= today)
    return redirect(`${href('/admin/months/:month', { month: day.slice(0, 7) })}?day=${day}`)
  const months = await loadList(context, request, () =>
    listMonths(db, admin, { now: clock(), timeZone }),
  )
  const error = typed === null ? undefined : NO_SUCH_DAY
  return data({ months, today, typed: typed ?? '', error }, { status: error ? 400 : 200 })
}

export default function Months({ loaderData }: Route.ComponentProps) {
  const { months, today, typed, error } = loaderData
  return (
    <AdminFrame
      title="Months"
      line="What each month opened with, what changed, and what it closed with."
    >
      <Form method="get" className="mt-6 flex flex-wrap items-end gap-3">
        <Field
          label="At the end of a day"
          type="date"
          name="day"
          required
          max={today}
          defaultValue={typed}
          error={error}
        />
        <Button kind="secondary">Show</Button>
      </Form>
      {months === null ? (
        <NotLoaded label="The months" to={href('/admin/months')} />
      ) : (
        <ul className="mt-8 border-t border-line">
          {months.map(({ month, closed }) => (
            <li
              key={month}
              className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1 border-b border-line py-3"
            >
              <TextLink to={href('/admin/months/:month', { month })}>{longMonth(month)}</TextLink>
              {closed ? (
                <Facts className="text-sm text-soft">
                  <span>
                    Closed on <Moment at={closed.closedAt} as="day" />
                  </span>
                  {closed.closerName}
                </Facts>
              ) : (
                <span className="text-sm text-soft">Open</span>
              )}
            </li>
          ))}
        </ul>
      )}
      <AccountingFiles />
    </AdminFrame>
  )
}
