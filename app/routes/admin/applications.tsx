import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { DownloadCsv } from '#app/components/admin/download-csv.tsx'
import { partAddress } from '#app/components/admin/list-part.ts'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { ApplicationsTab } from '#app/components/admin/people/applications-tab.tsx'
import { ReasonDialog } from '#app/components/admin/reason-dialog.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import type { Unexpected } from '#app/forms/answered.ts'
import { answerProblem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn, type Context } from '#app/request/contexts.ts'
import { failure, redirectBackWithToast, success } from '#app/request/flash.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { ApplicationId } from '#db/ids.ts'
import { applications, haveApplications } from '#domain/accounts/closets/application-queries.ts'
import {
  approveApplication,
  type DecisionProblem,
  denyApplication,
} from '#domain/accounts/closets/applications.ts'
import { REAPPLY_DAYS } from '#domain/accounts/closets/reapply-days.ts'
import {
  type UndoApplicationProblem,
  undoApplication,
} from '#domain/accounts/closing/undo-application.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import type { Route } from './+types/applications.ts'
import { readReason, redirectWithUndo, requestedPart, UNDO_TOO_LATE } from './decisions.ts'
import { loadList } from './list-answers.ts'
import { waitingIn } from './waiting.ts'

export const meta: Route.MetaFunction = () => pageMeta('Applications')

const base = href('/admin/applications')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, timeZone, admin } = adminIn(context)
  const { part, query } = requestedPart(request)
  const loaded = await loadList(context, request, () =>
    Promise.all([
      applications(db, admin, part, clock()),
      waitingIn(context),
      haveApplications(db, admin),
    ]),
  )
  const nobody = { part, loaded: null, denying: null, approving: null, isTooLate: false }
  if (!loaded) return nobody
  const [page, { applications: waiting }, anyYet] = loaded
  const date = (at: Date) =>
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' }).format(at)
  const rows = page.rows.map(({ appliedAt, reviewedAt, ...row }) => ({
    ...row,
    applied: date(appliedAt),
    reviewed: reviewedAt && date(reviewedAt),
  }))
  const requested = (name: string) => {
    const id = parseId<ApplicationId>(query.get(name))
    return rows.find((row) => row.id === id && row.status === 'pending') ?? null
  }
  const { next, isPartial } = page
  const shown = { applications: rows, next, isPartial, waiting, anyYet }
  const [denying, approving] = [requested('deny'), requested('approve')]
  const isTooLate = (query.has('deny') || query.has('approve')) && !denying && !approving
  return { part, loaded: shown, denying, approving, isTooLate }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, originOf, admin } = adminIn(context)
  const form = await readForm(request)
  const applicationId = parseId<ApplicationId>(form.get('application'))
  const intent = form.get('intent')
  if (applicationId && intent === 'undo') return undo(context, request, applicationId)
  if (!applicationId || (intent !== 'approve' && intent !== 'deny'))
    return redirectBackWithToast(request, failure('This application was not found.'))
  const reason = intent === 'deny' ? readReason(form) : null
  if (reason && !reason.ok) return answerProblem(reason.problem)
  const what = { applicationId, origin: originOf(request) }
  const now = clock()
  const decided = await attempt(context, request, () =>
    reason
      ? denyApplication(db, admin, { ...what, reason: reason.value }, now)
      : approveApplication(db, admin, what, now),
  )
  if (!decided.ok) return redirectBackWithToast(request, failure(sentenceFor(decided.problem)))
  const done = intent === 'approve' ? 'Approved' : 'Denied'
  const text = isolated(`${done} ${decided.value.fullName}. The applicant will get an email.`)
  return redirectWithUndo(request, text, {
    at: now,
    of: { application: applicationId },
    inList: true,
  })
}

async function undo(context: Context, request: Request, applicationId: ApplicationId) {
  const { db, clock, originOf, admin } = adminIn(context)
  const input = { applicationId, origin: originOf(request) }
  const undone = await attempt(context, request, () => undoApplication(db, admin, input, clock()))
  if (!undone.ok) return redirectBackWithToast(request, failure(whyNotUndone(undone.problem)))
  const text = isolated(
    `To review again: ${undone.value.fullName}. The applicant will get an email.`,
  )
  return redirectBackWithToast(request, success(text))
}

function whyNotUndone(problem: UndoApplicationProblem | Unexpected): string {
  switch (problem.reason) {
    case 'has-items':
      return isolated(
        `${problem.fullName} has listed items already. You can change the account type instead.`,
      )
    case 'undo-too-late':
      return UNDO_TOO_LATE
    case 'unexpected':
      return SENTENCES.unexpected
  }
}

const SENTENCES = {
  'application-not-found': 'This application was not found.',
  'account-blocked': 'This account is blocked. Unblock it first.',
  unexpected: 'Error updating application. Please try again.',
} as const

function sentenceFor(problem: DecisionProblem | Unexpected): string {
  if (problem.reason === 'already-decided')
    return `This application has already been ${problem.status}.`
  return SENTENCES[problem.reason]
}

export default function Applications({ loaderData, actionData }: Route.ComponentProps) {
  const { part, loaded, denying, approving, isTooLate } = loaderData
  const closeTo = partAddress(base, part)
  return (
    <AdminFrame
      title="Applications"
      actions={<DownloadCsv list="applications" part={part.status} />}
    >
      {isTooLate && (
        <Notice kind="error" className="mt-6">
          This application is no longer waiting for review.
        </Notice>
      )}
      {loaded ? (
        <ApplicationsTab {...loaded} part={part} />
      ) : (
        <NotLoaded label="Applications" to="" />
      )}
      {denying && (
        <ReasonDialog
          key={denying.id}
          question={isolated(`Deny ${denying.fullName}’s application?`)}
          line={`They will get an email with your reason and can apply again in ${REAPPLY_DAYS} days.`}
          about="application"
          fields={{ intent: 'deny', application: denying.id }}
          confirmText="Deny"
          open={denying}
          answer={actionData}
          closeTo={closeTo}
        />
      )}
      {approving && (
        <ConfirmDialog
          key={approving.id}
          question={isolated(`Approve ${approving.fullName} without a confirmed email?`)}
          open={approving}
          closeTo={closeTo}
          fields={{ intent: 'approve', application: approving.id }}
          confirmText="Approve anyway"
        >
          <p className="text-soft">
            {approving.email} has not been confirmed, so emails about rentals may go to the wrong
            person.
          </p>
        </ConfirmDialog>
      )}
    </AdminFrame>
  )
}
