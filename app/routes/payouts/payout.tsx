import { href } from 'react-router'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { PayoutStatement } from '#app/components/manage/payout-statement.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { PrintButton } from '#app/components/pages/print-button.tsx'
import { appContext, paidOwnerContext } from '#app/request/contexts.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { readStatement } from '#app/routes/manage/read-statement.ts'
import { Link } from '#app/ui/link.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { TransferId } from '#db/ids.ts'
import { findPayout } from '#domain/money/payouts/own-payouts.ts'
import { asClosetOwner } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/payout.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Payout of ${loaderData.payout.day}` : 'Not found')

export async function loader({ params, context }: Route.LoaderArgs) {
  const owner = context.get(paidOwnerContext)
  const id = orNotFound(parseId<TransferId>(params.id))
  const payout = orNotFound(await findPayout(context.get(appContext).db, owner, id))
  const closet = { name: owner.fullName, email: owner.email }
  const statement = await readStatement(context, payout, closet)
  return { ...statement, isBlocked: asClosetOwner(owner) === null }
}

/** The statement of a payout to its closet. */
export default function Payout({ loaderData }: Route.ComponentProps) {
  const { payout, year, isBlocked } = loaderData
  return (
    <ClosetFrame
      title={`Payout of ${payout.day}`}
      onlyPayouts={isBlocked}
      line={
        <Link to={href('/business/payouts')} className="text-link print:hidden">
          Payouts
        </Link>
      }
      actions={<PrintButton />}
    >
      <PayoutStatement
        {...loaderData}
        rest={
          <TextLink
            to={`${href('/business/payouts.csv')}?year=${year}&by=paid`}
            reloadDocument
            download
          >
            {`Everything paid in ${year} (CSV)`}
          </TextLink>
        }
      />
    </ClosetFrame>
  )
}
