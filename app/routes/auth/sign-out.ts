import { href, redirect } from 'react-router'
import { appContext, viewerIn } from '#app/request/contexts.ts'
import { noteSecurity } from '#app/request/security-log.ts'
import { signedOutCookie } from '#app/request/session.ts'
import { endSession } from '#domain/accounts/sign-in/sessions.ts'
import type { Route } from './+types/sign-out.ts'

/** Following a link does not sign out. */
export function loader() {
  return redirect(href('/'))
}

/** Always succeeds, even if the person is signed out already. */
export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { sessionId } = viewerIn(context)
  if (sessionId !== null) {
    await endSession(app.db, sessionId)
    noteSecurity(context, request, 'signed-out')
  }
  return redirect(href('/auth'), {
    headers: {
      'Set-Cookie': signedOutCookie(app, request),
      // Pages cached by the browser, including those for going back, are removed with the session.
      'Clear-Site-Data': '"cache"',
    },
  })
}
