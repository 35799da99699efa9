import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn } from '#app/request/contexts.ts'
import { failure, redirectWithToast, success } from '#app/request/flash.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Form } from '#app/ui/form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Reloads } from '#app/ui/reloads.tsx'
import type { IntegrityViolation } from '#domain/admin/figures/integrity-checks.ts'
import {
  requestChecks,
  type StoredChecks,
  storedChecks,
} from '#domain/admin/figures/integrity-results.ts'
import { counted } from '#domain/shared/figures.ts'
import { done } from '#domain/shared/outcome.ts'
import type { Route } from './+types/integrity.ts'
import { loadList } from './list-answers.ts'

export const meta: Route.MetaFunction = () => pageMeta('Integrity checks')

/** Results are about to change: checks wait to run again, or none has run yet. */
function isRunning(found: StoredChecks | null): boolean {
  return found !== null && (found.waiting > 0 || found.at === null)
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, admin } = adminIn(context)
  const found = await loadList(context, request, () => storedChecks(db, admin))
  return { found }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, admin } = adminIn(context)
  const requested = await attempt(context, request, async () =>
    done(await requestChecks(db, admin, clock())),
  )
  return redirectWithToast(
    href('/admin/integrity'),
    requested.ok
      ? success('The checks are running in the background.')
      : failure('The checks could not be started. Please try again.'),
  )
}

export default function Integrity({ loaderData: { found } }: Route.ComponentProps) {
  return (
    <AdminFrame
      title="Integrity checks"
      line={
        <>
          Credits, deposits, refunds, rentals and payouts
          {found?.at && (
            <>
              , last checked on <Moment at={found.at} />
            </>
          )}
          .
        </>
      }
      actions={
        <Form method="post">
          <Button kind="secondary">Check again</Button>
        </Form>
      }
    >
      <Reloads isRunning={isRunning(found)} />
      <div className="mt-8">
        {found === null ? (
          <NotLoaded label="The results" to={href('/admin/integrity')} />
        ) : (
          <Results {...found} />
        )}
      </div>
    </AdminFrame>
  )
}

function Results({ violations, checks, waiting, at, unfinished }: StoredChecks) {
  return (
    <>
      {waiting > 0 && at && (
        <p className="mb-6 text-soft" role="status">
          Checking: {waiting} of {counted(checks, 'check')} left. Showing the previous results.
        </p>
      )}
      {unfinished.length > 0 && (
        <Notice kind="error" className="mb-6">
          {counted(unfinished.length, 'check')} did not finish: {unfinished.join('; ')}. Please ask
          your developer to check a copy of the database.
        </Notice>
      )}
      {violations.length > 0 ? (
        <Broken broken={violations} />
      ) : at === null ? (
        <EmptyState title="Not checked yet">The first check runs in the background.</EmptyState>
      ) : (
        unfinished.length === 0 && (
          <Notice kind="success">
            No problems found: every credit, deposit, refund, rental and payout adds up.
          </Notice>
        )
      )}
    </>
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
            <Facts className="text-sm break-all text-soft">
              {subject}
              {detail}
            </Facts>
          </li>
        ))}
      </ul>
    </>
  )
}
