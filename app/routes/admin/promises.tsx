import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { adminContext, appContext } from '#app/http/contexts.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type BrokenPromise, brokenPromises } from '#domain/oversight/promises.ts'
import type { Route } from './+types/promises.ts'
import { loadList } from './list-answers.ts'

export const meta: Route.MetaFunction = () => pageMeta('Promises')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(appContext)
  const broken = await loadList(context, request, () =>
    brokenPromises(db, context.get(adminContext)),
  )
  return { broken, at: clock() }
}

export default function Promises({ loaderData }: Route.ComponentProps) {
  const { broken, at } = loaderData
  return (
    <AdminFrame
      title="Promises"
      line={
        <>
          What the books promise, looked over at <Moment at={at} />.
        </>
      }
      actions={
        <LinkButton to="" kind="secondary" preventScrollReset>
          Look again
        </LinkButton>
      }
    >
      <div className="mt-8">
        {broken === null ? (
          <div role="alert">
            <EmptyState title="The books could not be looked over">
              It took too long or failed, and that has been noted. Try again in a quiet hour.
            </EmptyState>
          </div>
        ) : broken.length === 0 ? (
          <Notice kind="success">
            Green: every credit, deposit, refund, rental and count adds up.
          </Notice>
        ) : (
          <Broken broken={broken} />
        )}
      </div>
    </AdminFrame>
  )
}

function Broken({ broken }: { broken: readonly BrokenPromise[] }) {
  return (
    <>
      <Notice kind="error">
        Red: {broken.length > 100 ? 'more than 100' : broken.length}{' '}
        {broken.length === 1 ? 'promise is' : 'promises are'} broken. Somebody should look into it.
      </Notice>
      <ul className="mt-6 border-t border-line">
        {broken.slice(0, 100).map(({ promise, subject, detail }) => (
          <li key={`${promise} ${subject} ${detail}`} className="border-b border-line py-3">
            <p className="font-medium">{promise}</p>
            <p className="text-sm break-all text-soft">
              {subject}
              {detail && ` · ${detail}`}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
