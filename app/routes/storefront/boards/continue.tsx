import { href, redirect } from 'react-router'
import { MessagePage } from '#app/components/pages/message-page.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { boardsCookie, plannerIn, readBoardsKey } from '#app/request/boards/planner.ts'
import { appContext, type Context, shopperIn, todayIn, viewerIn } from '#app/request/contexts.ts'
import { flash, success } from '#app/request/flash.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { MAX_BOARDS } from '#domain/booking/boards/board-limits.ts'
import { boardsOf, claimBoards, visitorWith } from '#domain/booking/boards/boards.ts'
import type { Route } from './+types/continue.ts'
import { boardHeaders } from './read-board.ts'

export const meta: Route.MetaFunction = () => pageMeta('Your boards')

export const headers: Route.HeadersFunction = boardHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { boards } = await boardsWithKey(request, context)
  return { names: boards.map(({ name }) => name), isSignedIn: shopperIn(context) !== null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(appContext)
  const { key } = await boardsWithKey(request, context)
  const shopper = shopperIn(context)
  const before = readBoardsKey(request)
  if (!shopper && before !== key && (await hasBoards(context, request)))
    return answerProblem(
      problem('This browser has other boards. Sign in or sign up first to have all of them.'),
    )
  const claimed = shopper && (await claimBoards(db, key, shopper.id))
  if (claimed && claimed.left > 0)
    return answerProblem(
      problem(`You can be on ${MAX_BOARDS} boards. Leave some, then open this link again.`),
    )
  const sentence = shopper ? 'Your boards are in your account.' : 'Your boards are on this device.'
  const cookies = [flash(success(sentence)), ...(shopper ? [] : [boardsCookie(key)])]
  return redirect(href('/boards'), {
    headers: cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]),
  })
}

async function hasBoards(context: Context, request: Request): Promise<boolean> {
  const planner = plannerIn(context, request)
  if (!planner) return false
  return (await boardsOf(context.get(appContext).db, planner, todayIn(context))).length > 0
}

/** Admins have no boards. */
async function boardsWithKey(request: Request, context: Context) {
  const isAdmin = viewerIn(context).person && !shopperIn(context)
  const key = new URL(request.url).searchParams.get('key') ?? ''
  const planner = orNotFound(isAdmin ? null : visitorWith(key))
  const boards = await boardsOf(context.get(appContext).db, planner, todayIn(context))
  return { key, boards: orNotFound(boards.length > 0 ? boards : null) }
}

/** A visitor's boards, opened by their own link on another device. */
export default function Continue({
  loaderData: { names, isSignedIn },
  actionData,
}: Route.ComponentProps) {
  return (
    <MessagePage
      title="Your boards"
      actions={
        <Form method="post" warnUnsaved={false} answer={actionData}>
          <Button>{isSignedIn ? 'Add to my account' : 'Continue on this device'}</Button>
        </Form>
      }
    >
      {names.join(', ')}
    </MessagePage>
  )
}
