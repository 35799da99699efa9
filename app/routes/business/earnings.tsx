import { Form, redirect, useLocation, useNavigate } from 'react-router'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { EarningsTables } from '#app/components/closet/earnings-tables.tsx'
import { FigureCards } from '#app/components/closet/figure-cards.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { appContext, closetOwnerContext, todayIn } from '#app/http/contexts.ts'
import { flash } from '#app/http/flash.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Field } from '#app/ui/field.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { findCalendarToken, renewCalendarToken } from '#domain/closets/closet-calendar.ts'
import { earningsByItem, firstYearOfEarnings, monthlyEarnings } from '#domain/closets/earnings.ts'
import { dollars } from '#domain/shared/cents.ts'
import type { Route } from './+types/earnings.ts'
import { yearIn } from './year-in.ts'

export const meta: Route.MetaFunction = () => pageMeta('Earnings')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, timeZone, originOf } = context.get(appContext)
  const owner = context.get(closetOwnerContext)
  const query = new URL(request.url).searchParams
  const thisYear = Number(todayIn(context).slice(0, 4))
  const year = yearIn(query, thisYear)
  const after = query.get('after')
  const [months, items, firstYear, token] = await Promise.all([
    monthlyEarnings(db, owner, { year, timeZone }),
    earningsByItem(db, owner, { year, timeZone, after }),
    firstYearOfEarnings(db, owner, timeZone),
    findCalendarToken(db, owner),
  ])
  const oldest = Math.min(firstYear ?? thisYear, year)
  return {
    year,
    years: Array.from({ length: Math.min(20, thisYear - oldest + 1) }, (_, n) => thisYear - n),
    months,
    items,
    isFirst: after === null,
    calendar: token && `${originOf(request)}/calendar/${token}.ics`,
    renewing: query.has('renew'),
  }
}

/** Makes an address for the calendar, or a new one. */
export async function action({ context }: Route.ActionArgs) {
  const { db, clock } = context.get(appContext)
  await renewCalendarToken(db, context.get(closetOwnerContext), clock())
  const toast = { type: 'success', text: 'Your calendar has a new address.' } as const
  return redirect('/business/earnings#calendar', { headers: { 'Set-Cookie': flash(toast) } })
}

export default function Earnings({ loaderData }: Route.ComponentProps) {
  const { year, years, months, items, isFirst, calendar, renewing } = loaderData
  const navigate = useNavigate()
  const { key } = useLocation()
  const sum = (pick: (month: (typeof months)[number]) => number) =>
    months.reduce((total, month) => total + pick(month), 0)
  return (
    <ClosetFrame
      title="Earnings"
      line="Credits count in the month in which a piece was delivered."
      actions={
        <LinkButton
          to={`/business/earnings.csv?year=${year}`}
          reloadDocument
          download
          kind="secondary"
        >
          Download CSV
        </LinkButton>
      }
    >
      {years.length > 1 && (
        <div className="mt-8">
          <Tabs
            label="Year"
            tabs={years.map((one) => ({
              to: `/business/earnings?year=${one}`,
              label: String(one),
              current: one === year,
            }))}
          />
        </div>
      )}
      <FigureCards
        label={`Earnings in ${year}`}
        figures={[
          { name: 'Rentals', value: sum(({ rentals }) => rentals) },
          { name: 'Credits', value: sum(({ credits }) => credits) },
          { name: 'Deposits kept', value: dollars(sum(({ keptCents }) => keptCents)) },
        ]}
      />
      {months.length > 0 ? (
        <EarningsTables months={months} items={items.rows} />
      ) : (
        <EmptyState title={`Nothing was delivered in ${year}`}>
          What your pieces earn is listed here, month by month.
        </EmptyState>
      )}
      <div className="mt-8">
        <Pagination
          label="Earnings by item"
          first={isFirst ? null : `/business/earnings?year=${year}`}
          next={items.next && `/business/earnings?year=${year}&after=${items.next}`}
        />
      </div>
      <CalendarAddress address={calendar} />
      {renewing && calendar && (
        <ConfirmDialog
          question="Make a new calendar address?"
          open={key}
          onClose={() => navigate('/business/earnings', { preventScrollReset: true })}
          action="/business/earnings"
          confirmText="Make a new one"
        >
          <p className="text-soft">
            The address you have now stops working, wherever you have added it.
          </p>
        </ConfirmDialog>
      )}
    </ClosetFrame>
  )
}

function CalendarAddress({ address }: { address: string | null }) {
  return (
    <section aria-labelledby="calendar" className="mt-16 border-t border-line pt-10">
      <h2 id="calendar" className="text-[1.75rem]">
        Your rentals in your calendar
      </h2>
      <p className="mt-2 max-w-prose text-soft">
        Add this address to your calendar program, and every rental shows up there. Whoever knows
        the address can read it, so keep it to yourself.
      </p>
      {address ? (
        <div className="mt-6 flex max-w-3xl flex-wrap items-end gap-3">
          <Field
            label="Calendar address"
            readOnly
            value={address}
            onFocus={(event) => event.target.select()}
            className="min-w-0 flex-1 basis-80"
          />
          <LinkButton to="/business/earnings?renew=yes" preventScrollReset kind="secondary">
            Make a new address
          </LinkButton>
        </div>
      ) : (
        <Form method="post" className="mt-6">
          <Button kind="secondary">Make an address</Button>
        </Form>
      )}
    </section>
  )
}
