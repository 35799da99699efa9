import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import type { IntegrityResult } from '#app/components/admin/integrity-card.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { adminContext, appContext } from '#app/http/contexts.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type IntegrityViolation, integrityViolations } from '#domain/oversight/integrity-checks.ts'
import type { Route } from './+types/integrity.ts'
import { loadList } from './list-answers.ts'

export const meta: Route.MetaFunction = () => pageMeta('Integrity checks')

export async function loader({
  request,
  context,
}: Route.LoaderArgs): Promise<IntegrityResult & { at: Date }> {
  const { db, clock } = context.get(appContext)
  const broken = await loadList(context, request, () =>
    integrityViolations(db, context.get(adminContext)),
  )
  return { broken, at: clock() }
}

export default function Integrity({ loaderData }: Route.ComponentProps) {
  const { broken, at } = loaderData
  return (
    <AdminFrame
      title="Integrity checks"
      line={
        <>
          Credits, deposits, refunds, rentals and payouts, checked on <Moment at={at} />.
        </>
      }
      actions={
        <LinkButton to="" kind="secondary" preventScrollReset>
          Check again
        </LinkButton>
      }
    >
      <div className="mt-8">
        {broken === null ? (
          <div role="alert">
            <EmptyState title="The check could not be completed">
              It failed or took too long. In a large shop, npm run doctor does it in parts.
            </EmptyState>
          </div>
        ) : broken.length === 0 ? (
          <Notice kind="success">
            No problems found: every credit, deposit, refund, rental and payout adds up.
          </Notice>
        ) : (
          <Broken broken={broken} />
        )}
      </div>
    </AdminFrame>
  )
}

function Broken({ broken }: { broken: readonly IntegrityViolation[] }) {
  return (
    <>
      <Notice kind="error">
        {broken.length > 100 ? 'More than 100' : broken.length}{' '}
        {broken.length === 1 ? 'problem' : 'problems'} found. Please contact your developer.
      </Notice>
      <ul className="mt-6 border-t border-line">
        {broken.slice(0, 100).map(({ check_name: check, subject, detail }) => (
          <li key={`${check} ${subject} ${detail}`} className="border-b border-line py-3">
            <p className="font-medium">{check}</p>
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
