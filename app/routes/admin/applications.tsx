import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { ApplicationsTab } from '#app/components/admin/applications-tab.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { attempt } from '#app/http/attempt.ts'
import { adminContext, appContext } from '#app/http/contexts.ts'
import { applications, countWaitingApplications } from '#domain/closets/application-queries.ts'
import {
  approveApplication,
  type DecisionProblem,
  denyApplication,
} from '#domain/closets/applications.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/applications.ts'
import { backSaying, wantedPart } from './decisions.ts'
import { loadList } from './list-answers.ts'

export const meta: Route.MetaFunction = () => pageMeta('Applications')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, timeZone } = context.get(appContext)
  const admin = context.get(adminContext)
  const wanted = wantedPart(request)
  const loaded = await loadList(context, request, () =>
    Promise.all([applications(db, admin, wanted), countWaitingApplications(db, admin)]),
  )
  if (!loaded) return { ...wanted, loaded }
  const [page, waiting] = loaded
  const date = (at: Date) =>
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' }).format(at)
  const shown = {
    applications: page.rows.map(({ appliedAt, reviewedAt, ...row }) => ({
      ...row,
      applied: date(appliedAt),
      reviewed: reviewedAt && date(reviewedAt),
    })),
    next: page.next,
    isFirst: wanted.after === null,
    waiting,
  }
  return { ...wanted, loaded: shown }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, originOf } = context.get(appContext)
  const admin = context.get(adminContext)
  const form = await request.formData()
  const applicationId = parseId(form.get('application'))
  const intent = form.get('intent')
  if (!applicationId || (intent !== 'approve' && intent !== 'deny'))
    return backSaying(request, { type: 'error', text: 'This application was not found.' })
  const decide = intent === 'approve' ? approveApplication : denyApplication
  const what = { applicationId, origin: originOf(request) }
  const tried = await attempt(context, request, () => decide(db, admin, what, clock()))
  if (tried.failed) return backSaying(request, { type: 'error', text: FAILED })
  const outcome = tried.value
  return backSaying(
    request,
    outcome.ok
      ? {
          type: 'success',
          text: `${intent === 'approve' ? 'Approved' : 'Denied'}. The applicant is told by mail.`,
        }
      : { type: 'error', text: sentenceFor(outcome.problem) },
  )
}

const FAILED = 'Error updating application. Please try again.'

function sentenceFor(problem: DecisionProblem): string {
  return problem.reason === 'already-decided'
    ? `This application has already been ${problem.status}.`
    : 'This application was not found.'
}

export default function Applications({ loaderData }: Route.ComponentProps) {
  const { loaded, status, q } = loaderData
  return (
    <AdminFrame title="Applications">
      {loaded ? (
        <ApplicationsTab {...loaded} status={status} q={q} />
      ) : (
        <NotLoaded label="Applications" to="" />
      )}
    </AdminFrame>
  )
}
