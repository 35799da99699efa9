import { data, href } from 'react-router'
import { DocumentFacts } from '#app/components/pages/document-facts.tsx'
import { NotFoundPage } from '#app/components/pages/not-found-page.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { PrintButton } from '#app/components/pages/print-button.tsx'
import { shopInWords } from '#app/components/pages/shop-in-words.ts'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { appContext, shopperIn, viewerIn } from '#app/request/contexts.ts'
import { Link } from '#app/ui/link.tsx'
import type { OrderId } from '#db/ids.ts'
import { orderInWords } from '#domain/money/checkout/order-words.ts'
import { findPaidOrder } from '#domain/money/checkout/paid-orders.ts'
import { dollars } from '#domain/shared/cents.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/receipt.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? 'Receipt' : 'Not found')

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, timeZone, site } = context.get(appContext)
  const shopper = shopperIn(context)
  const id = parseId<OrderId>(params.id)
  const order = shopper && id && (await findPaidOrder(db, shopper, id))
  if (!order) return data(null, { status: 404 })
  const { businessAddress } = await site.settings(db, viewerIn(context).siteVersion)
  return {
    id: order.id,
    what: orderInWords(order.product, order.credits),
    price: dollars(order.amountCents - (order.taxCents ?? 0)),
    tax: order.taxCents === null ? null : dollars(order.taxCents),
    amount: dollars(order.amountCents),
    paymentMethod: order.paymentMethod,
    paidOn: showDate(calendarDateIn(timeZone, order.paidAt)),
    businessAddress,
    buyer: { name: shopper.fullName, email: shopper.email },
  }
}

/** The receipt of one purchase, to print or to keep as a file. */
export default function Receipt({ loaderData }: Route.ComponentProps) {
  const { supportEmail } = useShell()
  if (!loaderData) return <NotFoundPage />
  const { id, what, price, tax, amount, paidOn, paymentMethod, businessAddress, buyer } = loaderData
  const facts = [
    ['Sold by', shopInWords(businessAddress, supportEmail)],
    ['Paid by', isolated(`${buyer.name}, ${buyer.email}`)],
    ['Paid on', paidOn],
    ...(paymentMethod === null ? [] : [['Payment method', paymentMethod] as const]),
    ['Order number', id],
  ] as const
  return (
    <div className="page-column pt-10 pb-16 sm:pt-16">
      <Link to={href('/credits/receipts')} className="text-link print:hidden">
        Receipts
      </Link>
      <h1 className="mt-3">Receipt</h1>
      <DocumentFacts facts={facts} />
      <table className="mt-8 w-full max-w-2xl border-collapse">
        <thead>
          <tr className="border-b border-line text-left text-sm text-soft">
            <th scope="col" className="py-2.5 font-normal">
              Item
            </th>
            <th scope="col" className="py-2.5 text-right font-normal">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          <tr className="border-b border-line">
            <td className="py-3.5 first-letter:uppercase">{what}</td>
            <td className="py-3.5 text-right tabular-nums">{price}</td>
          </tr>
          {tax !== null && (
            <tr className="border-b border-line">
              <th scope="row" className="py-3.5 text-left font-normal">
                Tax
              </th>
              <td className="py-3.5 text-right tabular-nums">{tax}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr className="font-medium">
            <th scope="row" className="py-3.5 text-left font-medium">
              Paid
            </th>
            <td className="py-3.5 text-right tabular-nums">{amount}</td>
          </tr>
        </tfoot>
      </table>
      <div className="mt-8">
        <PrintButton />
      </div>
    </div>
  )
}
