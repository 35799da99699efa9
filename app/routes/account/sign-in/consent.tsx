import { data, href, redirect, useNavigation } from 'react-router'
import { TextChanges } from '#app/components/legal/text-changes.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { readForm } from '#app/forms/read-form.ts'
import { appContext, signedInContext } from '#app/request/contexts.ts'
import { safeReturnTo } from '#app/request/return-to.ts'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { legalPages } from '#db/enums.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { changesBetween } from '#domain/site/legal/compare-texts.ts'
import { agree, consentsDue } from '#domain/site/legal/legal.ts'
import { LEGAL_PAGES } from '#domain/site/legal/legal-pages.ts'
import { lineInWords } from '#domain/site/legal/legal-text.ts'
import type { Route } from './+types/consent.ts'

export const meta: Route.MetaFunction = () => pageMeta('New terms')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, timeZone } = context.get(appContext)
  const due = await consentsDue(db, context.get(signedInContext), clock())
  return {
    due: due.map(({ page, version, summary, body, known, publishedAt }) => ({
      page,
      version,
      summary,
      date: showDate(calendarDateIn(timeZone, publishedAt)),
      changes: known && { since: known.version, lines: changesForPeople(known.body, body) },
    })),
    returnTo: returnToIn(request),
  }
}

function returnToIn(request: Request): string {
  return safeReturnTo(new URL(request.url).searchParams.get('return_to'))
}

function changesForPeople(known: string, body: string) {
  return changesBetween(known, body).map(({ kind, text }) => ({ kind, text: lineInWords(text) }))
}

/** Stores the consent to the versions that were shown; a newer one is shown next. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(appContext)
  const form = await readForm(request)
  const seen = legalPages.flatMap((page) => {
    const version = String(form.get(page) ?? '')
    return /^[1-9]\d{0,6}$/.test(version) ? [{ page, version: Number(version) }] : []
  })
  if (seen.length === 0) return data(null, { status: 400 })
  await agree(db, context.get(signedInContext), seen, clock())
  return redirect(returnToIn(request))
}

/** Asks for consent to new versions, and leads to where the person was going. */
export default function Consent({ loaderData }: Route.ComponentProps) {
  const { due, returnTo } = loaderData
  const busy = useNavigation().formMethod === 'POST'
  if (due.length === 0)
    return (
      <div className="page-column py-10 sm:py-16">
        <h1>Nothing to agree to</h1>
        <p className="mt-5 text-lg text-soft">You have agreed to the latest versions.</p>
        <p className="mt-8">
          <LinkButton to={returnTo}>Continue</LinkButton>
        </p>
      </div>
    )
  return (
    <div className="page-column py-10 sm:py-16">
      <h1>Our terms have changed</h1>
      <p className="mt-5 max-w-[52ch] text-lg text-soft">
        Please read what is new. You need to agree before you rent, buy or list something new; your
        current rentals and your data stay available either way.
      </p>
      <Form method="post" warnUnsaved={false} className="mt-8 grid max-w-xl gap-6">
        <ul className="border-t border-line">
          {due.map(({ page, version, date, summary, changes }) => (
            <li key={page} className="border-b border-line py-4">
              <input type="hidden" name={page} value={version} />
              <TextLink to={`${href(`/${page}`)}?version=${version}`} target="_blank">
                {LEGAL_PAGES[page].title}, version {version}
                <span className="sr-only"> (opens a new tab)</span>
              </TextLink>
              {summary && <p className="mt-2 whitespace-pre-line wrap-anywhere">{summary}</p>}
              <p className="mt-1 text-sm text-soft">Published on {date}</p>
              {changes && (
                <details className="mt-2">
                  <summary className="cursor-pointer py-1 text-link">
                    What changed in {LEGAL_PAGES[page].title} since version {changes.since}
                  </summary>
                  <TextChanges lines={changes.lines} />
                </details>
              )}
            </li>
          ))}
        </ul>
        <p>
          <Button busy={busy} busyText="Saving...">
            I have read and agree
          </Button>
        </p>
        <p className="text-sm text-soft">
          If you do not agree, you can finish your current rentals, and download your data or delete
          your account under <TextLink to={href('/profile/your-data')}>Your data</TextLink>.
        </p>
      </Form>
    </div>
  )
}
