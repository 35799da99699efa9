import { href, redirect, redirectDocument } from 'react-router'
import { carryBoards } from '#app/request/boards/carry-boards.ts'
import { type App, appContext, type Context, viewerIn } from '#app/request/contexts.ts'
import { searchWithCheck } from '#app/request/cookies-work.ts'
import { knownBrowserCookie } from '#app/request/known-browser.ts'
import { likePendingItem } from '#app/request/likes/pending-like.ts'
import { carryZip } from '#app/request/place/carry-zip.ts'
import { secondStepCookie } from '#app/request/second-step.ts'
import { noteSecurity } from '#app/request/security-log.ts'
import { signedInCookie } from '#app/request/session.ts'
import { continueToPayment } from '#app/routes/storefront/pay-to-rent.ts'
import type { SecondFactorRequired } from '#domain/accounts/sign-in/second-step.ts'
import { endSession, findSession } from '#domain/accounts/sign-in/sessions.ts'

// How every way to sign in ends: with a session, or with the page that asks for the code.

export const BLOCKED = 'This account has been blocked. Please contact support.'

type Started = {
  readonly sessionToken: string
  readonly event: 'signed-in' | 'signed-up'
  /** Where it leads. */
  readonly to: string
  readonly cookies: readonly string[]
}

/**
 * Starts the new session; null if the account is blocked. The browser's previous one, if any, ends:
 * one browser, one person.
 */
export async function startSession(
  context: Context,
  request: Request,
  { sessionToken, event, to, cookies }: Started,
): Promise<Response | null> {
  const app = context.get(appContext)
  const session = await findSession(app.db, sessionToken, app.clock())
  if (!session) return null
  noteSecurity(context, request, event, { who: session.person.id })
  const { sessionId } = viewerIn(context)
  if (sessionId !== null) await endSession(app.db, sessionId)
  const own = [signedInCookie(app, request, sessionToken), ...cookies]
  const headers: [string, string][] = [
    ...own.map((cookie): [string, string] => ['Set-Cookie', cookie]),
    // Before the payment: what is requested depends on the ZIP code.
    ...(await carryZip(app, request, session)),
    ...(await carryBoards(app, request, session.person)),
    ...(await likePendingItem(app, request, session.person)),
  ]
  const next = await continueToPayment(context, request, session, to)
  const lead = next.isPayment ? redirectDocument : redirect
  return lead(next.to, { headers: [...headers, ...next.headers] })
}

/** Leads on to the page that asks for the code; wrong codes are counted separately. */
export function askForCode(
  app: App,
  request: Request,
  { email, challenge }: Pick<SecondFactorRequired, 'challenge'> & { readonly email: string },
): Response {
  return redirect(`${href('/auth/code')}${searchWithCheck(request)}`, {
    headers: [
      ['Set-Cookie', secondStepCookie(challenge)],
      ['Set-Cookie', knownBrowserCookie(app, request, email)],
    ],
  })
}
