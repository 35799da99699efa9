import { data, href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { LegalForm } from '#app/components/admin/legal-form.tsx'
import { LegalReviewForm } from '#app/components/admin/legal-review.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { appContext, todayIn } from '#app/request/contexts.ts'
import { Notice } from '#app/ui/notice.tsx'
import { legalPages } from '#db/enums.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { findLegalPage, latestLegalPage } from '#domain/site/legal/legal.ts'
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
  const page = pageIn(params.page)
  if (!page) throw data(null, { status: 404 })
  return await answerLegalForm(context, request, page)
}

/** Publishes the next version of a legal text, after a preview. */
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
