import { data, href } from 'react-router'
import type { LegalReview } from '#app/components/admin/legal-review.tsx'
import { changedSentence, editConflict } from '#app/forms/edit-conflict.ts'
import { answerProblem, type Problem, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { adminIn, appContext, type Context, todayIn } from '#app/request/contexts.ts'
import { redirectWithToast, success } from '#app/request/flash.ts'
import type { LegalPage } from '#db/enums.ts'
import { lastEditor } from '#domain/shared/audit.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { inWords } from '#domain/shared/figures.ts'
import { severalLines, storable } from '#domain/shared/plain-text.ts'
import { parseCalendarDate, showDate } from '#domain/shared/time/calendar-date.ts'
import {
  type ComparedLine,
  changesBetween,
  compareTexts,
} from '#domain/site/legal/compare-texts.ts'
import {
  countConcerned,
  findLegalPage,
  latestLegalPage,
  type NextVersion,
  type PublishProblem,
  publishLegalPage,
  publishProblem,
} from '#domain/site/legal/legal.ts'
import { MAX_LEGAL_CHARACTERS, MAX_NOTICE_DAYS } from '#domain/site/legal/legal-limits.ts'
import { LEGAL_PAGES } from '#domain/site/legal/legal-pages.ts'
import { readLegalText } from '#domain/site/legal/legal-text.ts'

/** Shows the next version before it is published, publishes it, or goes on editing it. */
export async function answerLegalForm(context: Context, request: Request, page: LegalPage) {
  const { db, clock, timeZone, admin } = adminIn(context)
  const today = todayIn(context)
  const form = await readForm(request)
  const text = (name: string) => severalLines(storable(String(form.get(name) ?? ''))).trim()
  const [body, summary] = [text('body'), text('summary')]
  const appliesOn = parseCalendarDate(form.get('applies_on'))
  const basedOn = Number(form.get('over') ?? form.get('based_on')) || 0
  const withValues = (answer: Problem): Problem => ({
    ...answer,
    values: {
      ...answer.values,
      // A legal text is longer than what forms usually return.
      body: body.slice(0, 2 * MAX_LEGAL_CHARACTERS),
      based_on: String(basedOn),
    },
  })
  if (form.get('intent') === 'edit') return data(withValues(problem('', { form })))
  if (!appliesOn) {
    const fields = { applies_on: 'Please enter a date.' }
    return answerProblem(withValues(problem('', { form, fields })))
  }
  const next = { page, body, summary, appliesOn, isDraft: !form.has('checked'), basedOn }
  const refuse = async (refusal: PublishProblem) =>
    refusal.reason === 'edit-conflict'
      ? answerProblem(withValues(await conflictWith(context, next, form)), 409)
      : answerProblem(withValues(problem('', { form, fields: SENTENCES[refusal.reason](refusal) })))
  if (form.get('intent') === 'publish') {
    const at = { now: clock(), timeZone }
    const outcome = await publishLegalPage(db, admin, next, at)
    if (!outcome.ok) return await refuse(outcome.problem)
    const when = appliesOn === today ? '' : ` It applies from ${showDate(appliesOn)}.`
    return redirectWithToast(
      href('/admin/legal'),
      success(`${LEGAL_PAGES[page].title}: version ${outcome.value.version} is published.${when}`),
    )
  }
  const refusal = await publishProblem(db, next, today)
  return refusal ? await refuse(refusal) : { review: await reviewOf(context, next) }
}

const SENTENCES = {
  'text-missing': () => ({ body: 'Please enter the text.' }),
  'text-too-long': (refusal) => ({ body: tooLong(refusal) }),
  'summary-missing': () => ({ summary: 'Please say what is new.' }),
  'summary-too-long': (refusal) => ({ summary: tooLong(refusal) }),
  'day-past': () => ({ applies_on: 'Please choose today or a later day.' }),
  'day-too-far': () => ({
    applies_on: `Please choose a day within the next ${inWords(MAX_NOTICE_DAYS, 'day')}.`,
  }),
  'nothing-changed': () => ({ body: 'Nothing has changed.' }),
} as const satisfies Record<
  Exclude<PublishProblem['reason'], 'edit-conflict'>,
  (refusal: PublishProblem) => Record<string, string>
>

function tooLong(refusal: PublishProblem): string {
  return 'max' in refusal ? `Please keep it to ${showNumber(refusal.max)} characters.` : ''
}

async function reviewOf(context: Context, next: NextVersion): Promise<LegalReview> {
  const { db, clock } = context.get(appContext)
  const { page, body, summary, appliesOn, isDraft, basedOn } = next
  const [current, concerned] = await Promise.all([
    findLegalPage(db, page, null, clock()),
    countConcerned(db, page),
  ])
  return {
    fields: {
      body,
      summary,
      applies_on: appliesOn,
      based_on: String(basedOn),
      ...(!isDraft && { checked: 'on' }),
    },
    version: basedOn + 1,
    comparedTo: current?.version ?? 0,
    lines: changesBetween(current?.body ?? '', body),
    text: readLegalText(body),
    summary,
    appliesOn: appliesOn === todayIn(context) ? null : showDate(appliesOn),
    concerned,
  }
}

/** What another admin has published since the form was opened. */
async function conflictWith(context: Context, next: NextVersion, form: FormData) {
  const { db, admin } = adminIn(context)
  const { page, body, summary } = next
  const [theirs, by] = await Promise.all([
    latestLegalPage(db, page),
    lastEditor(db, admin, {
      ...{ noun: 'legal page', nounId: page, action: 'publish' },
    }),
  ])
  const lines = compareTexts(theirs?.body ?? '', body)
  const of = (kind: ComparedLine['kind']) =>
    lines.flatMap((line) => (line.kind === kind ? [line.text] : [])).join('\n')
  const changes = editConflict(String(theirs?.version ?? 0), [
    ['Text', of('removed'), of('added')],
    ['What is new', theirs?.summary ?? '', summary],
  ])
  return problem(changedSentence('this text', by), { form, editConflict: changes })
}
