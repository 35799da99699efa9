import { answerProblem, problem } from '#app/forms/forms.ts'
import type { Person } from '#domain/shared/actors.ts'
import { TooBusy } from '#domain/shared/lists/bounded-queue.ts'
import { done, type Outcome } from '#domain/shared/outcome.ts'
import type { App } from './contexts.ts'
import { knownBrowser } from './known-browser.ts'
import { attemptKey, countAttempt, resetAttempts, type TooMany } from './limits.ts'
import { answerTooMany } from './too-many.ts'

type SignInAttempt = {
  readonly request: Request
  /** The address of the client (`peerContext`). */
  readonly peer: string
  readonly email: string
}

/**
 * Counts a sign-in attempt before its password is checked: by address, and by account from each
 * address. Strangers at many addresses are counted together; a browser that has signed in to this
 * account before is not blocked by them.
 */
export async function countSignInAttempt(
  app: App,
  attempt: SignInAttempt,
): Promise<Outcome<unknown, TooMany>> {
  const { request, peer, email } = attempt
  const known = knownBrowser(app, request, email)
  const counts = [
    () => countAttempt(app, 'sign-in at an address', peer),
    known === null
      ? () => countAttempt(app, 'sign-in', attemptKey(email, peer))
      : () => countAttempt(app, 'sign-in of a known browser', known),
    ...(known === null ? [() => countAttempt(app, 'sign-in of strangers', email)] : []),
  ]
  for (const count of counts) {
    const taken = await count()
    if (!taken.ok) return taken
  }
  return done(null)
}

/** Resets the wrong passwords of someone who has confirmed their identity. */
export async function resetSignInAttempts(
  app: App,
  { request, peer, email }: SignInAttempt,
): Promise<void> {
  const known = knownBrowser(app, request, email)
  await resetAttempts(app, 'sign-in', attemptKey(email, peer))
  await resetAttempts(app, 'sign-in of strangers', email)
  if (known !== null) await resetAttempts(app, 'sign-in of a known browser', known)
}

/**
 * Attempts of a signed-in person to enter their own password or a code before a sensitive action.
 */
export async function limitPasswordAttempts(app: App, person: Person, form: FormData) {
  const taken = await countAttempt(app, 'own password', person.id)
  return taken.ok ? null : answerTooMany(taken.problem, form, 'Too many wrong passwords.')
}

const BUSY_SECONDS = 5

/** Answers 503 when too many passwords are waiting to be checked. */
export async function unlessBusy<Answer>(form: FormData, work: () => Promise<Answer>) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof TooBusy)) throw error
    const sentence = 'We are very busy right now. Please try again in a few seconds.'
    return answerProblem(problem(sentence, { form }), 503, {
      headers: { 'Retry-After': String(BUSY_SECONDS) },
    })
  }
}
