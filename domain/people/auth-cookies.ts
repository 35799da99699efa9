import type { Db } from '#db/connection.ts'
import type { Auth } from './auth.ts'
import { openToken, sealToken } from './session-token.ts'

// better-auth speaks in cookies, even where nothing but its API is called. These put ours into its
// words and its answers into ours.

const CHALLENGE = 'better-auth.two_factor'
const SESSION = 'hemline_session'

type Answered = { readonly getSetCookie: () => string[] }

function cookieIn(answered: Answered, name: string): string | null {
  const start = `${name}=`
  const found = answered.getSetCookie().findLast((cookie) => cookie.startsWith(start))
  return found?.slice(start.length).split(';', 1)[0] || null
}

/** What a sign-in that waits for its second factor was given to prove itself with. */
export function challengeIn(answered: Answered): string {
  const challenge = cookieIn(answered, CHALLENGE)
  if (challenge === null) throw new Error('a second factor is asked for without a challenge')
  return challenge
}

export function withChallenge(challenge: string, browser: string | null) {
  // Only what such a value is made of: it is put into a header.
  const value = challenge.replaceAll(/[^\w.~%-]/g, '')
  return new Headers({ cookie: `${CHALLENGE}=${value}`, ...(browser && { 'user-agent': browser }) })
}

/** A session as better-auth wants to see it. */
export async function withSession(db: Db, auth: Auth, sessionId: string) {
  const { token, user_agent } = await db
    .selectFrom('auth_sessions')
    .select(['token', 'user_agent'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  const cookie = `${SESSION}=${encodeURIComponent(sealToken(auth.secret, token))}`
  return new Headers({ cookie, ...(user_agent && { 'user-agent': user_agent }) })
}

/** The token of the session that an answer begins in place of the one that asked. */
export function newSessionIn(auth: Auth, answered: Answered): string {
  const sealed = cookieIn(answered, SESSION)
  const token = sealed && openToken(auth.secret, decodeURIComponent(sealed))
  if (!token) throw new Error('no new session was begun')
  return token
}
