import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { RentalRequests } from '#app/components/admin/support/rental-requests.tsx'
import { adminRentalPaths } from '#app/components/manage/rental-paths.ts'
import { RunRental } from '#app/components/manage/run-rental.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminContext, adminIn } from '#app/request/contexts.ts'
import { actOnRental, loadRunRental } from '#app/routes/manage/run-rental.ts'
import { requestsAboutRental } from '#domain/care/support/support-list.ts'
import type { Route } from './+types/rental.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Rental of ${loaderData.rental.title}` : 'Not found')

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, admin } = adminIn(context)
  const loaded = await loadRunRental(context, request, admin, params.id)
  return { ...loaded, requests: await requestsAboutRental(db, admin, loaded.rental.id) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return actOnRental(context, request, context.get(adminContext), {
    id: params.id,
    paths: adminRentalPaths,
  })
}

export default function AdminRental({ loaderData, actionData }: Route.ComponentProps) {
  const { requests, ...run } = loaderData
  return (
    <AdminFrame title={run.rental.title}>
      {requests.length > 0 && (
        <section aria-labelledby="requests" className="mt-8 max-w-prose">
          <h2 id="requests" className="text-[1.625rem]">
            Support requests
          </h2>
          <RentalRequests requests={requests} />
        </section>
      )}
      <RunRental {...run} paths={adminRentalPaths} showsOwner answer={actionData} />
    </AdminFrame>
  )
}
