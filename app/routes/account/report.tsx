import { data, href, useNavigation } from 'react-router'
import * as z from 'zod'
import { NotFoundPage } from '#app/components/pages/not-found-page.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { lines } from '#app/forms/text-fields.ts'
import { appContext, signedInContext } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { countAttempt } from '#app/request/limits.ts'
import { pathOf } from '#app/request/path-of.ts'
import { answerTooMany } from '#app/request/too-many.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { reportedNouns, reportReasons } from '#db/enums.ts'
import { MAX_REPORT_CHARACTERS } from '#domain/care/reports/report-limits.ts'
import { REPORT_REASONS, REPORTED_NOUNS } from '#domain/care/reports/report-words.ts'
import { findReportable } from '#domain/care/reports/reportable.ts'
import { openReportOf, type ReportProblem, report } from '#domain/care/reports/reports.ts'
import { parseId } from '#domain/shared/ids.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/report.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Report ${loaderData.title}` : 'Not found')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

const reportForm = z.object({
  reason: z.enum(reportReasons, 'Please choose what is wrong.'),
  words: lines({ maxLength: MAX_REPORT_CHARACTERS, missing: 'Please say what is wrong.' }),
})

/** What the address names; null for anything else. */
function targetIn(request: Request) {
  const query = new URL(request.url).searchParams
  const noun = reportedNouns.find((known) => known === query.get('noun'))
  const id = parseId<never>(query.get('id'))
  return noun && id ? { noun, id } : null
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, timeZone } = context.get(appContext)
  const person = context.get(signedInContext)
  const wanted = targetIn(request)
  const found = wanted && (await findReportable(db, person, wanted))
  if (!wanted || !found) return data(null, { status: 404 })
  const open = await openReportOf(db, person, wanted)
  return {
    noun: wanted.noun,
    title: found.title,
    isOwn: found.reportedId === person.id,
    reportedOn: open && showInstant(open.at, timeZone),
    backTo: wanted.noun === 'item' ? href('/item/:id', { id: wanted.id }) : href('/'),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const person = context.get(signedInContext)
  const wanted = targetIn(request)
  if (!wanted) throw data(null, { status: 404 })
  const form = await readForm(request)
  const read = checkForm(reportForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const taken = await countAttempt(app, 'report', person.id)
  if (!taken.ok) return answerTooMany(taken.problem, form, 'Too many reports.')
  const input = { ...wanted, ...read.value, origin: app.originOf(request) }
  const outcome = await report(app.db, person, input, app.clock())
  if (!outcome.ok) return answerProblem(problem(SENTENCES[outcome.problem.reason], { form }))
  return redirectWithSuccess(
    pathOf(request),
    'Thank you. We will read your report and email you our decision.',
  )
}

const SENTENCES = {
  'nothing-to-report': 'This was not found. It may have been removed already.',
  own: 'You cannot report your own content. You can remove it on its own page.',
  'already-reported': 'You have reported this already. We will email you our decision.',
} as const satisfies Record<ReportProblem['reason'], string>

/** Reports a listing, a person, a message or a review; it works without a script. */
export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const field = fieldsOf(actionData)
  const busy = useNavigation().formMethod === 'POST'
  if (!loaderData) return <NotFoundPage title="We could not find what you want to report" />
  const { noun, title, isOwn, reportedOn, backTo } = loaderData
  const back = (
    <LinkButton to={backTo} kind="secondary">
      {noun === 'item' ? 'Back to the listing' : 'Back to Hemline'}
    </LinkButton>
  )
  return (
    <div className="page-column grid gap-x-16 gap-y-10 py-10 sm:py-16 lg:grid-cols-[5fr_6fr]">
      <header>
        <h1>Report a {REPORTED_NOUNS[noun]}</h1>
        <p className="mt-5 max-w-[42ch] text-lg wrap-anywhere text-soft">{title}</p>
        <p className="mt-3 max-w-[42ch] text-soft">
          A person at Hemline reads every report and decides. Both sides get the decision and the
          reasons by email. We do not say who reported it.
        </p>
      </header>
      {isOwn || reportedOn ? (
        <div className="grid max-w-xl content-start gap-6">
          <Notice>
            {isOwn
              ? SENTENCES.own
              : `You reported this on ${reportedOn}. We will email you our decision.`}
          </Notice>
          <p>{back}</p>
        </div>
      ) : (
        <Form
          method="post"
          answer={actionData}
          noValidate
          failed="Your report could not be sent"
          className="grid max-w-xl gap-6"
        >
          <SelectField
            label="What is wrong?"
            required
            placeholder="Choose a reason"
            options={reportReasons.map((value) => ({ value, label: REPORT_REASONS[value] }))}
            {...field('reason')}
          />
          <TextArea
            label="What happened?"
            required
            rows={6}
            maxLength={MAX_REPORT_CHARACTERS}
            hint="Please be as specific as you can."
            {...field('words')}
          />
          <p>
            <Button busy={busy} busyText="Sending...">
              Send report
            </Button>
          </p>
        </Form>
      )}
    </div>
  )
}
