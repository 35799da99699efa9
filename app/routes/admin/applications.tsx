import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { ApplicationsTab } from '#app/components/admin/applications-tab.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
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

export const meta: Route.MetaFunction = () => pageMeta('Applications')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, timeZone } = context.get(appContext)
  const admin = context.get(adminContext)
  const wanted = wantedPart(request)
  const [page, waiting] = await Promise.all([
    applications(db, admin, wanted),
    countWaitingApplications(db, admin),
  ])
  const date = (at: Date) =>
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' }).format(at)
  return {
    applications: page.rows.map(({ appliedAt, reviewedAt, ...row }) => ({
      ...row,
      applied: date(appliedAt),
      reviewed: reviewedAt && date(reviewedAt),
    })),
    next: page.next,
    isFirst: wanted.after === null,
    status: wanted.status,
    q: wanted.q,
    waiting,
  }
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
  const outcome = await decide(db, admin, what, clock())
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

function sentenceFor(problem: DecisionProblem): string {
  return problem.reason === 'already-decided'
    ? `This application has already been ${problem.status}.`
    : 'This application was not found.'
}

export default function Applications({ loaderData }: Route.ComponentProps) {
  return (
    <AdminFrame title="Applications">
      <ApplicationsTab {...loaderData} />
    </AdminFrame>
  )
}
