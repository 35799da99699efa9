import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { PayoutStatement } from '#app/components/manage/payout-statement.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { PrintButton } from '#app/components/pages/print-button.tsx'
import { adminIn } from '#app/request/contexts.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { readStatement } from '#app/routes/manage/read-statement.ts'
import { TextLink } from '#app/ui/text-link.tsx'
import type { TransferId } from '#db/ids.ts'
import { payoutToAnyone } from '#domain/money/payouts/own-payouts.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/payout.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Payout of ${loaderData.payout.day}` : 'Not found')

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, admin } = adminIn(context)
  const id = orNotFound(parseId<TransferId>(params.id))
  const payout = orNotFound(await payoutToAnyone(db, admin, id))
  return { ...(await readStatement(context, payout, payout)), ownerId: payout.ownerId }
}

/** The statement of a payout, as its closet reads it. */
export default function AdminPayout({ loaderData }: Route.ComponentProps) {
  const { payout, closet, ownerId } = loaderData
  return (
    <AdminFrame
      title={`Payout of ${payout.day}`}
      line={
        <span className="print:hidden">
          {'As '}
          <TextLink to={href('/admin/users/:id', { id: ownerId })}>{closet.name}</TextLink>
          {' reads it.'}
        </span>
      }
      actions={<PrintButton />}
    >
      <PayoutStatement {...loaderData} />
    </AdminFrame>
  )
}
