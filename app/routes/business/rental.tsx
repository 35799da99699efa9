import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { closetRentalPaths } from '#app/components/manage/rental-paths.ts'
import { RunRental } from '#app/components/manage/run-rental.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { ReportLinks } from '#app/components/reports/report-links.tsx'
import { supportAddress } from '#app/components/reports/support-address.ts'
import { RequestsAbout } from '#app/components/support/requests-about.tsx'
import { appContext, closetOwnerContext } from '#app/request/contexts.ts'
import { actOnRental, loadRunRental } from '#app/routes/manage/run-rental.ts'
import { ownRequestsAbout } from '#domain/care/support/support-queries.ts'
import type { Route } from './+types/rental.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Rental of ${loaderData.rental.title}` : 'Not found')

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const closet = context.get(closetOwnerContext)
  const loaded = await loadRunRental(context, request, closet, params.id)
  const { db } = context.get(appContext)
  return { ...loaded, requests: await ownRequestsAbout(db, closet, loaded.rental.id) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return actOnRental(context, request, context.get(closetOwnerContext), {
    id: params.id,
    paths: closetRentalPaths,
  })
}

export default function ClosetRental({ loaderData, actionData }: Route.ComponentProps) {
  const { id, renter } = loaderData.rental
  return (
    <ClosetFrame title={loaderData.rental.title}>
      <RunRental {...loaderData} paths={closetRentalPaths} answer={actionData} />
      <div className="mt-12">
        <RequestsAbout requests={loaderData.requests} />
        <ReportLinks
          noun="person"
          id={renter.id}
          report="Report the renter"
          problemTo={supportAddress({ rental: id })}
          blocks={{ personId: renter.id, text: 'Block the renter' }}
        />
      </div>
    </ClosetFrame>
  )
}
