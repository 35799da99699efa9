import { data, href, useNavigation } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { LEGAL_TITLES } from '#app/components/legal/legal-titles.ts'
import { pageMeta } from '#app/components/page-meta.ts'
import { adminContext, appContext } from '#app/http/contexts.ts'
import { redirectWithToast } from '#app/http/flash.ts'
import { answerProblem, problem } from '#app/http/forms.ts'
import { readForm } from '#app/http/read-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { useFirstInvalid } from '#app/ui/use-first-invalid.ts'
import { legalPages } from '#db/enums.ts'
import { MAX_LEGAL_CHARACTERS } from '#domain/legal-pages/legal-limits.ts'
import {
  findLegalPage,
  type PublishProblem,
  publishLegalPage,
} from '#domain/legal-pages/legal-pages.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { severalLines, storable } from '#domain/shared/plain-text.ts'
import type { Route } from './+types/legal-edit.ts'
import { success } from './list-answers.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? LEGAL_TITLES[loaderData.page] : 'Not found')

const pageIn = (wanted: string) => legalPages.find((known) => known === wanted)

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = pageIn(params.page)
  const found = page && (await findLegalPage(context.get(appContext).db, page, null))
  if (!page || !found) throw data(null, { status: 404 })
  const { version, body, publishedBy } = found
  return { page, version, body, isSample: publishedBy === null }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, clock } = context.get(appContext)
  const page = pageIn(params.page)
  if (!page) throw data(null, { status: 404 })
  const form = await readForm(request)
  const body = severalLines(storable(String(form.get('body') ?? '')))
  const basedOn = Number(form.get('based_on')) || 0
  const input = { page, body, basedOn }
  const outcome = await publishLegalPage(db, context.get(adminContext), input, clock())
  if (outcome.ok)
    return redirectWithToast(
      href('/admin/legal'),
      success(`Version ${outcome.value.version} is published.`),
    )
  const answer = problem('', { form, fields: { body: sentenceOf(outcome.problem) } })
  // A legal text is longer than what forms usually return.
  return answerProblem({ ...answer, values: { body: body.slice(0, 2 * MAX_LEGAL_CHARACTERS) } })
}

function sentenceOf(refusal: PublishProblem): string {
  switch (refusal.reason) {
    case 'text-missing':
      return 'Please enter the text.'
    case 'text-too-long':
      return `Please keep it to ${showNumber(refusal.max)} characters.`
    case 'nothing-changed':
      return 'Nothing has changed.'
    case 'edit-conflict':
      return `Version ${refusal.version} was published in the meantime. Copy your text, reload this page and add your changes.`
  }
}

/** Publishes the next version of a legal text. */
export default function LegalEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { page, version, body, isSample } = loaderData
  const form = useFirstInvalid(actionData)
  const busy = useNavigation().formMethod === 'POST'
  return (
    <AdminFrame title={LEGAL_TITLES[page]} line={`Version ${version} is shown now.`}>
      {isSample && (
        <Notice className="mt-6">
          This text came with Hemline and is a draft. Add your company’s name and address, and have
          a lawyer check it before you open your shop.
        </Notice>
      )}
      <Form
        method="post"
        ref={form}
        noValidate
        failed="The text could not be published"
        className="mt-8 grid max-w-3xl gap-6"
      >
        <input type="hidden" name="based_on" value={version} />
        <TextArea
          label="Text"
          name="body"
          rows={20}
          required
          hint="Start a section with “## Title” and a list item with “- ”, leave an empty line between paragraphs, and write links as [words](/address)."
          defaultValue={actionData?.values.body ?? body}
          error={actionData?.fields.body}
        />
        <p className="text-sm text-soft">
          {page === 'lending-terms'
            ? 'Closets will be asked to agree to the new version on their next visit.'
            : 'Everyone with an account will be asked to agree to the new version on their next visit.'}{' '}
          A published version cannot be changed.
        </p>
        <p>
          <Button busy={busy} busyText="Publishing...">
            Publish version {version + 1}
          </Button>
        </p>
      </Form>
    </AdminFrame>
  )
}
