import { data, href } from 'react-router'
import { AdminNotice } from '#app/components/pages/admin-notice.tsx'
import { NotFoundPage } from '#app/components/pages/not-found-page.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { appContext, shopperIn } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { countAttempt } from '#app/request/limits.ts'
import { answerTooMany } from '#app/request/too-many.ts'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { PersonId } from '#db/ids.ts'
import { type BlockProblem, block, findKnownPerson } from '#domain/care/blocks/blocks.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/block-person.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.fullName ? `Block ${loaderData.fullName}` : 'Block a person')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

function targetIn(request: Request): PersonId | null {
  return parseId<PersonId>(new URL(request.url).searchParams.get('id'))
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const shopper = shopperIn(context)
  if (!shopper) return { isAdmin: true, isTeam: false, fullName: null }
  const id = targetIn(request)
  const { db } = context.get(appContext)
  const person = id && id !== shopper.id ? await findKnownPerson(db, shopper.id, id) : null
  if (!person) return data(null, { status: 404 })
  const isTeam = person.accountType === 'admin'
  return { isAdmin: false, isTeam, fullName: person.fullName }
}

export async function action({ request, context }: Route.ActionArgs) {
  const shopper = shopperIn(context)
  const id = targetIn(request)
  if (!shopper) throw data(null, { status: 403 })
  if (!id) throw data(null, { status: 404 })
  const form = await readForm(request)
  const app = context.get(appContext)
  const taken = await countAttempt(app, 'block', shopper.id)
  if (!taken.ok) return answerTooMany(taken.problem, form)
  const outcome = await block(app.db, shopper, id, app.clock())
  if (!outcome.ok) return answerProblem(problem(sentenceOf(outcome.problem), { form }))
  return redirectWithSuccess(href('/profile/blocked'), 'Blocked.')
}

function sentenceOf(refusal: BlockProblem): string {
  switch (refusal.reason) {
    case 'own-account':
      return 'You cannot block yourself.'
    case 'is-admin':
      return 'Hemline’s team cannot be blocked.'
    case 'person-not-found':
      return 'This person was not found.'
    case 'too-many-blocked':
      return `You can block up to ${refusal.max} people. Please unblock someone first.`
  }
}

/** The question before a block; it works without a script. */
export default function BlockPerson({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData?.isAdmin) return <AdminNotice title="Block a person" />
  if (!loaderData?.fullName) return <NotFoundPage title="Person not found" />
  if (loaderData.isTeam)
    return (
      <div className="page-column min-h-[50vh] py-10 sm:py-16">
        <h1 className="wrap-anywhere">
          <bdi>{loaderData.fullName}</bdi> cannot be blocked
        </h1>
        <p className="mt-5 max-w-[48ch] text-lg text-soft">
          This is Hemline’s own team, which always has to be able to reach you.
        </p>
      </div>
    )
  return (
    <div className="page-column py-10 sm:py-16">
      <h1 className="wrap-anywhere">
        Block <bdi>{loaderData.fullName}</bdi>?
      </h1>
      <div className="mt-5 grid max-w-[52ch] gap-3 text-lg text-soft">
        <p>You will no longer be able to rent from or message each other. Open rentals continue.</p>
        <p>
          We do not notify them. You can unblock them at any time under{' '}
          <TextLink to={href('/profile/blocked')}>Blocked people</TextLink>.
        </p>
      </div>
      <Form method="post" failed="This person could not be blocked" className="mt-8 grid gap-5">
        {actionData && <Notice kind="error">{actionData.problem}</Notice>}
        <p>
          <Button kind="danger" busyText="Blocking...">
            Block
          </Button>
        </p>
      </Form>
    </div>
  )
}
