import { href, redirect } from 'react-router'
import { MessagePage } from '#app/components/pages/message-page.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { boardsCookie } from '#app/request/boards/planner.ts'
import { appContext, type Context, shopperIn, todayIn, viewerIn } from '#app/request/contexts.ts'
import { flash, success } from '#app/request/flash.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
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
  if (shopper) await claimBoards(db, key, shopper.id)
  const sentence = shopper ? 'Your boards are in your account.' : 'Your boards are on this device.'
  const cookies = [flash(success(sentence)), ...(shopper ? [] : [boardsCookie(key)])]
  return redirect(href('/boards'), {
    headers: cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]),
  })
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
export default function Continue({ loaderData: { names, isSignedIn } }: Route.ComponentProps) {
  return (
    <MessagePage
      title="Your boards"
      actions={
        <Form method="post" warnUnsaved={false}>
          <Button>{isSignedIn ? 'Add to my account' : 'Continue on this device'}</Button>
        </Form>
      }
    >
      {names.join(', ')}
    </MessagePage>
  )
}
