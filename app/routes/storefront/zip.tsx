import { href, redirect, useNavigation } from 'react-router'
import * as z from 'zod'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { ZIP_UNKNOWN, zipCode } from '#app/forms/text-fields.ts'
import { appContext, peerContext, viewerIn } from '#app/request/contexts.ts'
import { flash, success } from '#app/request/flash.ts'
import { countAttempt } from '#app/request/limits.ts'
import { safeReturnTo } from '#app/request/return-to.ts'
import { answerTooMany } from '#app/request/too-many.ts'
import { noZipCookie, zipCookie } from '#app/request/zip-cookie.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { Form } from '#app/ui/form.tsx'
import { Link } from '#app/ui/link.tsx'
import { changeProfile } from '#domain/accounts/people/profiles.ts'
import { placeOfZip } from '#domain/catalogue/places/places.ts'
import type { Route } from './+types/zip.ts'

const zipForm = z.object({ zip: zipCode('Please enter your ZIP code.') })

export const meta: Route.MetaFunction = () => pageMeta('Your ZIP code')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export function loader({ request }: Route.LoaderArgs) {
  return { back: returnTo(request.url) }
}

/** Where the form leads; from the header of the form itself, where that would have led. */
function returnTo(address: string): string {
  const wanted = safeReturnTo(new URL(address).searchParams.get('return_to'))
  const { pathname, searchParams } = new URL(wanted, address)
  if (pathname !== href('/zip')) return wanted
  const before = safeReturnTo(searchParams.get('return_to'))
  return before.startsWith(href('/zip')) ? '/' : before
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const form = await readForm(request)
  const back = returnTo(request.url)
  const taken = await countAttempt(app, 'zip', context.get(peerContext))
  if (!taken.ok) return answerTooMany(taken.problem, form)
  const { person } = viewerIn(context)
  if (form.has('remove')) {
    if (person) await changeProfile(app.db, person, { zip: null }, app.clock())
    return leave(back, 'Your ZIP code has been removed.', person ? null : noZipCookie)
  }
  const read = checkForm(zipForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const { zip } = read.value
  const place = placeOfZip(zip)
  if (!place) return answerProblem(problem('', { fields: { zip: ZIP_UNKNOWN }, form }))
  if (person) await changeProfile(app.db, person, { zip }, app.clock())
  const words = `Distances are now shown from ${place.city}, ${place.state}.`
  return leave(back, words, person ? null : zipCookie(zip))
}

function leave(back: string, words: string, cookie: string | null): Response {
  return redirect(back, {
    headers: [
      ['Set-Cookie', flash(success(words))],
      ...(cookie === null ? [] : [['Set-Cookie', cookie] satisfies [string, string]]),
    ],
  })
}

/** Where somebody is, said once for the whole shop; it works without a script. */
export default function Zip({ loaderData: { back }, actionData }: Route.ComponentProps) {
  const { zip, viewer } = useShell()
  const busy = useNavigation().formMethod === 'POST'
  const shown = fieldsOf(actionData)
  return (
    <div className="page-column min-h-[50vh] py-10 sm:py-16">
      <h1>Your ZIP code</h1>
      <p className="mt-5 max-w-[48ch] text-lg text-soft">
        We show how far items are from you, and which can be delivered to you. Nobody else sees your
        ZIP code.
        {viewer?.accountType === 'business' &&
          ' It is also where your closet is: shoppers see only how far that is.'}
      </p>
      <Form method="post" answer={actionData} noValidate className="mt-8 grid max-w-xs gap-5">
        <Field
          label="ZIP code"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={10}
          required
          {...shown('zip', zip)}
        />
        <p className="flex flex-wrap gap-3">
          <Button busy={busy}>Save</Button>
          {zip !== null && (
            <Button name="remove" value="yes" kind="secondary" busy={busy}>
              Remove
            </Button>
          )}
        </p>
        <p>
          <Link to={back} className="inline-flex min-h-11 items-center text-link">
            Back
          </Link>
        </p>
      </Form>
    </div>
  )
}
