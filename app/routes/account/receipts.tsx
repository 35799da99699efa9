import { href } from 'react-router'
import { AdminNotice } from '#app/components/pages/admin-notice.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { appContext, shopperIn } from '#app/request/contexts.ts'
import { Link } from '#app/ui/link.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { orderInWords } from '#domain/money/checkout/order-words.ts'
import { paidOrders } from '#domain/money/checkout/paid-orders.ts'
import { dollars } from '#domain/shared/cents.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/receipts.ts'

export const meta: Route.MetaFunction = () => pageMeta('Receipts')

export async function loader({ request, context }: Route.LoaderArgs) {
  const shopper = shopperIn(context)
  if (!shopper) return null
  const { db, timeZone } = context.get(appContext)
  const after = new URL(request.url).searchParams.get('after')
  const { rows, next } = await paidOrders(db, shopper, after)
  const receipts = rows.map((order) => ({
    id: order.id,
    what: orderInWords(order.product, order.credits),
    amount: dollars(order.amountCents),
    paidOn: showDate(calendarDateIn(timeZone, order.paidAt)),
  }))
  return { receipts, next, isFirstPage: after === null }
}

/** The shopper's completed purchases, with their receipts. */
export default function Receipts({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <AdminNotice title="Receipts" />
  const { receipts, next, isFirstPage } = loaderData
  const path = href('/credits/receipts')
  return (
    <div className="page-column pt-10 pb-16 sm:pt-16">
      <Link to={href('/credits')} className="text-link print:hidden">
        Credits
      </Link>
      <h1 className="mt-3">Receipts</h1>
      <p className="mt-4 max-w-xl text-soft">
        Your purchases and your deposit. Receipts of a plan’s renewals are sent by email.
      </p>
      {receipts.length === 0 && <p className="mt-8">No purchases yet.</p>}
      <ul className="mt-8 mb-10 max-w-2xl border-t border-line">
        {receipts.map(({ id, what, amount, paidOn }) => (
          <li
            key={id}
            className="flex flex-wrap justify-between gap-x-6 border-b border-line py-3.5"
          >
            <Link
              to={href('/credits/receipts/:id', { id })}
              className="inline-block text-link first-letter:uppercase"
            >
              {what}, {paidOn}
            </Link>
            <span className="tabular-nums">{amount}</span>
          </li>
        ))}
      </ul>
      <Pagination
        label="Receipts"
        first={isFirstPage ? null : path}
        next={next && `${path}?after=${encodeURIComponent(next)}`}
      />
    </div>
  )
}
