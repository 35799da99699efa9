import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { addressIn } from '#app/components/admin/list-part.ts'
import { PaymentRows } from '#app/components/admin/money/payment-rows.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { SearchForm } from '#app/components/manage/search-form.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminIn } from '#app/request/contexts.ts'
import { loadList, readPart } from '#app/routes/admin/list-answers.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { paymentList } from '#domain/admin/lists/payment-list.ts'
import { paymentTerms } from '#domain/admin/lists/payment-terms.ts'
import { refundablePurchases } from '#domain/money/checkout/refunding/refund-purchase.ts'
import type { Route } from './+types/payments.ts'

export const meta: Route.MetaFunction = () => pageMeta('Payments')

const base = href('/admin/payments')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, paymentsAreReal, admin } = adminIn(context)
  const { part, after } = readPart(request, base)
  const found = await loadList(context, request, async () => {
    const page = await paymentList(db, admin, { terms: paymentTerms(part.q), after })
    const orders = page.rows.flatMap((row) => (row.isRenewal ? [] : [row.id]))
    const refundable = await refundablePurchases(db, orders, clock())
    const rows = page.rows.map((row) => ({
      ...row,
      refundable: refundable.find(({ orderId }) => orderId === row.id) ?? null,
    }))
    return { ...page, rows }
  })
  return { part, found, paymentsAreReal }
}

/** Every payment: packs, gifts, plans with their renewals, and deposits. */
export default function Payments({ loaderData }: Route.ComponentProps) {
  const { part, found, paymentsAreReal } = loaderData
  const here = addressIn(part)
  return (
    <AdminFrame
      title="Payments"
      line="Search by amount and the last four digits of the card, such as “$45 4242”, or by name, email or an ID of Stripe."
      actions={
        <LinkButton to={href('/admin/money')} kind="secondary">
          Payment problems
        </LinkButton>
      }
    >
      <div className="mt-6">
        <SearchForm label="Search payments" q={part.q} />
      </div>
      {found?.isPartial && (
        <p className="mt-6 text-sm text-soft">
          Many people have this name, and only the newest were searched. Use more of the name, or an
          email address.
        </p>
      )}
      {found === null ? (
        <NotLoaded label="The payments" to={here} />
      ) : found.rows.length > 0 ? (
        <PaymentRows payments={found.rows} paymentsAreReal={paymentsAreReal} />
      ) : part.q ? (
        <EmptyState
          title={`No payments match “${part.q}”`}
          action={
            <LinkButton to={base} kind="secondary">
              Show all
            </LinkButton>
          }
        />
      ) : (
        <EmptyState title="No payments yet" />
      )}
      <div className="mt-10">
        <Pagination
          label="Payments"
          first={part.isFirst ? null : here}
          next={found?.next ? addressIn(part, { after: found.next }) : null}
        />
      </div>
    </AdminFrame>
  )
}
