import { data, href } from 'react-router'
import * as z from 'zod'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { DecisionForm } from '#app/components/admin/cases/decision-form.tsx'
import { Facts } from '#app/components/admin/facts.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { tooLong } from '#app/forms/answered.ts'
import { answerProblem, checkForm, type Problem, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { adminIn } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { type ReportedNoun, type ReportOutcome, reportOutcomes } from '#db/enums.ts'
import type { ReportId } from '#db/ids.ts'
import { decideReport } from '#domain/accounts/closing/decide-report.ts'
import { MAX_REPORT_CHARACTERS } from '#domain/care/reports/report-limits.ts'
import { type FoundReport, findReport } from '#domain/care/reports/report-list.ts'
import {
  REPORT_OUTCOMES,
  REPORT_REASONS,
  REPORTED_NOUNS,
} from '#domain/care/reports/report-words.ts'
import type { DecideReportProblem } from '#domain/care/reports/reports.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import type { Route } from './+types/report.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? titleOf(loaderData.report) : 'Not found')

/** A message and a review have no name; their words follow below. */
const titleOf = ({ noun, title }: FoundReport) =>
  `Report about ${noun === 'item' || noun === 'person' ? title : `a ${REPORTED_NOUNS[noun]}`}`

const decisionForm = z.object({
  outcome: z.enum(reportOutcomes, 'Please choose an outcome.'),
  reasons: z.string().default(''),
})

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, admin } = adminIn(context)
  const id = orNotFound(parseId<ReportId>(params.id))
  const report = orNotFound(await findReport(db, admin, id))
  return { report }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, clock, originOf, admin } = adminIn(context)
  const reportId = orNotFound(parseId<ReportId>(params.id))
  const form = await readForm(request)
  const read = checkForm(decisionForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const input = { ...read.value, reportId, origin: originOf(request) }
  const outcome = await decideReport(db, admin, input, clock())
  if (outcome.ok) {
    const report = orNotFound(await findReport(db, admin, reportId))
    return redirectWithSuccess(href('/admin/reports'), doneSentence(report, input.outcome))
  }
  if (outcome.problem.reason === 'report-not-found') throw data(null, { status: 404 })
  return answerProblem({ ...problem('', { form }), ...sentenceOf(outcome.problem) })
}

function doneSentence(report: FoundReport, outcome: ReportOutcome): string {
  const { noun, title, reportedName } = report
  const what = noun === 'item' ? title : isolated(`the ${REPORTED_NOUNS[noun]} of ${reportedName}`)
  const done = {
    no_action: isolated(`Decided about ${noun === 'person' ? reportedName : what}.`),
    warned: isolated(`Warned ${reportedName}.`),
    removed: `Removed ${what}.`,
    blocked: isolated(`Blocked ${reportedName}.`),
  } as const satisfies Record<ReportOutcome, string>
  return `${done[outcome]} Both sides will get an email.`
}

function sentenceOf(
  refusal: DecideReportProblem,
): { readonly problem: string } | { readonly fields: Readonly<Record<string, string>> } {
  switch (refusal.reason) {
    case 'reasons-missing':
      return { fields: { reasons: 'Please give a reason.' } }
    case 'reasons-too-long':
      return { fields: { reasons: tooLong(refusal.max) } }
    case 'is-admin':
      return {
        fields: { outcome: 'This account belongs to an admin. Change its account type first.' },
      }
    case 'only-stars':
      return { fields: { outcome: 'A review is not hidden for its stars.' } }
    case 'not-removable':
      return { fields: { outcome: 'Please choose an outcome.' } }
    case 'own-case':
      return { problem: 'Another admin has to decide this report.' }
    case 'already-decided':
      return {
        problem: isolated(`${refusal.by ?? 'Another admin'} has already decided this report.`),
      }
    case 'report-not-found':
      return { problem: 'This report was not found.' }
  }
}

export default function AdminReport({ loaderData, actionData }: Route.ComponentProps) {
  const { report } = loaderData
  const person = (id: string, name: string) => (
    <TextLink key={id} to={href('/admin/users/:id', { id })}>
      {name}
    </TextLink>
  )
  return (
    <AdminFrame title={titleOf(report)}>
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-12 lg:grid-cols-2 lg:items-start">
        <section aria-labelledby="report-title">
          <h2 id="report-title" className="text-[1.625rem]">
            {REPORT_REASONS[report.reason]}
          </h2>
          <p className="mt-4 whitespace-pre-line wrap-anywhere">“{report.words}”</p>
          <div className="mt-6">
            <Facts
              facts={[
                ['Reported', <Moment key="at" at={report.at} />],
                ['By', person(report.reporterId, report.reporterName)],
                ['About', person(report.reportedId, report.reportedName)],
                ['Earlier decisions', report.earlier > 0 ? String(report.earlier) : null],
                [`The ${REPORTED_NOUNS[report.noun]}`, <Subject key="subject" report={report} />],
              ]}
            />
          </div>
          <h3 className="mt-8 text-lg">Content when reported</h3>
          <p className="mt-2 whitespace-pre-line wrap-anywhere text-soft">{report.shown}</p>
        </section>
        <div>
          {report.outcome ? (
            <section aria-labelledby="decided" className="border-t border-ink pt-6">
              <h2 id="decided" className="text-[1.625rem]">
                {REPORT_OUTCOMES[report.outcome]}
              </h2>
              <p className="mt-3 whitespace-pre-line wrap-anywhere">“{report.outcomeReasons}”</p>
              <p className="mt-3 text-sm text-soft">
                <bdi>{report.decidedByName}</bdi>
                {report.decidedAt && (
                  <>
                    , <Moment at={report.decidedAt} />
                  </>
                )}
              </p>
              {actionData?.problem && (
                <Notice kind="error" className="mt-5">
                  {actionData.problem}
                </Notice>
              )}
            </section>
          ) : (
            <DecideReport noun={report.noun} alsoOpen={report.alsoOpen} answer={actionData} />
          )}
        </div>
      </div>
    </AdminFrame>
  )
}

function Subject({ report }: { report: FoundReport }) {
  const { noun, nounId, isRemoved, isBlocked } = report
  const state = isRemoved
    ? 'Removed'
    : isBlocked
      ? 'Account blocked'
      : noun === 'person'
        ? 'Not blocked'
        : 'Shown'
  const to =
    noun === 'item'
      ? href('/admin/items/:id', { id: nounId })
      : noun === 'person'
        ? href('/admin/users/:id', { id: nounId })
        : noun === 'message'
          ? href('/admin/conversations/:id', { id: nounId })
          : `${href('/admin/reviews')}?review=${nounId}`
  return (
    <>
      {state}. <TextLink to={to}>{noun === 'person' ? 'Open the account' : 'Open it'}</TextLink>
    </>
  )
}

function DecideReport({
  noun,
  alsoOpen,
  answer,
}: {
  noun: ReportedNoun
  alsoOpen: number
  answer: Problem | undefined
}) {
  const remove = `It breaks our terms: remove the ${REPORTED_NOUNS[noun]}`
  return (
    <DecisionForm
      question="Outcome"
      placeholder="Choose an outcome"
      outcomes={[
        { value: 'no_action', label: 'It does not break our terms: no action' },
        { value: 'warned', label: 'It breaks our terms: a warning' },
        ...(noun === 'person' ? [] : [{ value: 'removed', label: remove }]),
        { value: 'blocked', label: 'It breaks our terms: block the account' },
      ]}
      maxReasons={MAX_REPORT_CHARACTERS}
      reasonsHint="The outcome takes effect with the decision, and both sides get the reasons by email. Say what you found and which rule applies, and do not name who reported it."
      answer={answer}
      introduction={
        alsoOpen > 0 && (
          <p className="mt-3 text-soft">
            This also closes the other {alsoOpen === 1 ? 'open report' : `${alsoOpen} open reports`}{' '}
            about this {REPORTED_NOUNS[noun]}.
          </p>
        )
      }
    />
  )
}
