import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { adminRentalPaths } from '#app/components/manage/rental-paths.ts'
import { RunRental } from '#app/components/manage/run-rental.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { ADMIN_STATUS } from '#app/components/support/support-status.ts'
import { adminContext, adminIn } from '#app/request/contexts.ts'
import { actOnRental, loadRunRental } from '#app/routes/manage/run-rental.ts'
import { Badge } from '#app/ui/badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { requestsAboutRental } from '#domain/care/support/support-list.ts'
import { SUPPORT_KINDS } from '#domain/care/support/support-words.ts'
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
          <ul className="mt-3">
            {requests.map(({ id, kind, status, personName, lastMessageAt }) => (
              <li key={id} className="border-t border-line py-3">
                <TextLink to={href('/admin/support/:id', { id })}>{SUPPORT_KINDS[kind]}</TextLink>
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
                  <Badge kind={ADMIN_STATUS[status].kind}>{ADMIN_STATUS[status].label}</Badge>
                  <bdi>{personName}</bdi>
                  <Moment at={lastMessageAt} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <RunRental {...run} paths={adminRentalPaths} showsOwner answer={actionData} />
    </AdminFrame>
  )
}
