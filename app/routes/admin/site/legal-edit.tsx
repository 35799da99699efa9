import { data, href, useNavigation } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { LegalReviewForm } from '#app/components/admin/legal-review.tsx'
import { EditConflictNotice } from '#app/components/edit-conflict-notice.tsx'
import { CheckBox } from '#app/components/editor/check-box.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import type { Problem } from '#app/forms/forms.ts'
import { appContext, todayIn } from '#app/request/contexts.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { legalPages } from '#db/enums.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { findLegalPage, latestLegalPage } from '#domain/site/legal/legal.ts'
import { MAX_SUMMARY_CHARACTERS } from '#domain/site/legal/legal-limits.ts'
import { LEGAL_PAGES } from '#domain/site/legal/legal-pages.ts'
import type { Route } from './+types/legal-edit.ts'
import { answerLegalForm } from './publish-legal.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? LEGAL_PAGES[loaderData.page].title : 'Not found')

const pageIn = (wanted: string) => legalPages.find((known) => known === wanted)

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, clock, timeZone } = context.get(appContext)
  const page = pageIn(params.page)
  const [latest, current] = page
    ? await Promise.all([latestLegalPage(db, page), findLegalPage(db, page, null, clock())])
    : [null, null]
  if (!page || !latest || !current) throw data(null, { status: 404 })
  const { version, body, isDraft, appliesFrom } = latest
  return {
    page,
    version,
    body,
    isDraft,
    today: todayIn(context),
    current: current.version,
    upcomingOn:
      latest.version === current.version || !appliesFrom
        ? null
        : showDate(calendarDateIn(timeZone, appliesFrom)),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const page = orNotFound(pageIn(params.page))
  return await answerLegalForm(context, request, page)
}

export default function LegalEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { page, version, body, isDraft, today, current, upcomingOn } = loaderData
  const review = actionData && 'review' in actionData ? actionData.review : null
  const answer = actionData && 'ok' in actionData ? actionData : undefined
  return (
    <AdminFrame
      title={LEGAL_PAGES[page].title}
      line={`Version ${current} is in force.${upcomingOn ? ` Version ${version} applies from ${upcomingOn}.` : ''}`}
    >
      {review ? (
        <LegalReviewForm review={review} />
      ) : (
        <>
          {isDraft && (
            <Notice className="mt-6">
              This text is a draft. Add your company’s name and address, and have a lawyer check it
              before you open your shop.
            </Notice>
          )}
          {upcomingOn && (
            <Notice className="mt-6">
              Below is version {version}. What you publish now replaces it, if it applies no later.
            </Notice>
          )}
          <LegalForm {...{ version, body, isDraft, today, answer }} address={href(`/${page}`)} />
        </>
      )}
    </AdminFrame>
  )
}

type LegalFormProps = {
  version: number
  body: string
  isDraft: boolean
  today: string
  address: string
  answer: Problem | undefined
}

/** The next version of a legal text. Its preview follows before it is published. */
function LegalForm({ version, body, isDraft, today, address, answer }: LegalFormProps) {
  const field = fieldsOf(answer)
  const busy = useNavigation().formMethod === 'POST'
  const values = answer?.values ?? {}
  return (
    <Form
      method="post"
      answer={answer}
      noValidate
      failed="The text could not be checked"
      className="mt-8 grid max-w-3xl gap-6"
    >
      <input type="hidden" name="based_on" value={values.based_on ?? version} />
      <TextArea
        label="Text"
        {...field('body', body)}
        rows={20}
        required
        hint="Start a section with “## Title” and a list item with “- ”, leave an empty line between paragraphs, and write links as [words](/address)."
      />
      <TextArea
        label="What is new"
        {...field('summary')}
        rows={3}
        required
        hint={`Shown to everyone who is asked to agree. Up to ${MAX_SUMMARY_CHARACTERS} characters.`}
      />
      <Field
        label="Applies from"
        type="date"
        {...field('applies_on', today)}
        min={today}
        required
        hint="From this day on people are asked to agree. A later day gives them time to read it."
        className="max-w-64"
      />
      <CheckBox
        label="A lawyer has checked this text"
        name="checked"
        defaultChecked={answer ? values.checked !== undefined : !isDraft}
      />
      <p>
        <Button busy={busy} busyText="Checking...">
          Preview and compare
        </Button>
      </p>
      {answer?.editConflict && (
        <EditConflictNotice
          editConflict={answer.editConflict}
          showTheirs=""
          viewHref={`${address}?version=${answer.editConflict.version}`}
        />
      )}
    </Form>
  )
}
