import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { adminRentalPaths } from '#app/components/manage/rental-paths.ts'
import { RunRental } from '#app/components/manage/run-rental.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminContext, adminIn } from '#app/request/contexts.ts'
import { actOnRental, loadRunRental } from '#app/routes/manage/run-rental.ts'
import { reportsOn } from '#domain/admin/notices/objections.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/rental.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Rental of ${loaderData.rental.title}` : 'Not found')

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, timeZone, admin } = adminIn(context)
  const loaded = await loadRunRental(context, request, admin, params.id)
  const reports = await reportsOn(db, admin, loaded.rental.id)
  return {
    ...loaded,
    reports: reports.map(({ at, ...report }) => ({ ...report, at: showInstant(at, timeZone) })),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return actOnRental(context, request, context.get(adminContext), {
    id: params.id,
    paths: adminRentalPaths,
  })
}

export default function AdminRental({ loaderData, actionData }: Route.ComponentProps) {
  const { reports, ...run } = loaderData
  return (
    <AdminFrame title={run.rental.title}>
      {reports.length > 0 && (
        <section aria-labelledby="reports" className="mt-8 max-w-prose">
          <h2 id="reports" className="text-[1.625rem]">
            Reported by <bdi>{run.rental.renter.fullName}</bdi>
          </h2>
          <ul className="mt-3">
            {reports.map(({ id, at, message }) => (
              <li key={id} className="border-t border-line py-3">
                <p className="text-sm text-soft tabular-nums">{at}</p>
                <p className="mt-1 break-words whitespace-pre-line">“{message}”</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <RunRental {...run} paths={adminRentalPaths} showsOwner answer={actionData} />
    </AdminFrame>
  )
}
