import { href, type MiddlewareFunction, redirect } from 'react-router'
import { paidOwnerOf } from '#domain/money/payouts/earned/paid-owner.ts'
import { asAdmin, asClosetOwner } from '#domain/shared/actors.ts'
import { redirectToConsent } from './ask-consent-first.ts'
import {
  adminContext,
  appContext,
  closetOwnerContext,
  paidOwnerContext,
  signedInContext,
  type Viewer,
  viewerIn,
} from './contexts.ts'
import { flash } from './flash.ts'
import { pathOf } from './path-of.ts'
import { preserveForm, SESSION_OVER } from './preserve-form.ts'
import { NO_STORE } from './private-answers.ts'
import { noteSecurity } from './security-log.ts'
import { readTextFields } from './uploaded-file.ts'

/** The sentence for a visitor before signing in to buy, by the form's address (spec 7.7). */
const NEEDS_SIGN_IN: Readonly<Record<string, string>> = {
  [href('/credits')]: 'Please sign in to purchase credits.',
  [href('/credits/portal')]: 'Please sign in first.',
}

/** Fields of buttons that redirect to the payment pages: nothing is lost without them. */
const BUTTON_FIELDS = ['product', 'return_to', 'cancel_to', 'purpose']

export const requireSignIn: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { person, sessionIsOver } = viewerIn(context)
  if (!person) {
    const path = pathOf(request)
    const form = request.method === 'POST' ? await readTextFields(request) : null
    const wanted = form && !form.has('intent') ? NEEDS_SIGN_IN[path] : undefined
    const hasOnlyButtonFields =
      wanted && [...(form?.keys() ?? [])].every((name) => BUTTON_FIELDS.includes(name))
    if (form && !hasOnlyButtonFields) preserveForm(request, form, wanted)
    const sentence = wanted ?? (sessionIsOver ? SESSION_OVER : undefined)
    throw redirect(
      `${href('/auth')}?return_to=${encodeURIComponent(path)}`,
      sentence ? { headers: { 'Set-Cookie': flash({ type: 'info', text: sentence }) } } : undefined,
    )
  }
  askForConsent(request, viewerIn(context))
  context.set(signedInContext, person)
  return noStore(await next())
}

/**
 * Pages that only begin something new. Nobody is shut out of what has begun, or of their own data,
 * until they agree to new terms; what other pages offer asks when it is posted.
 */
const BEGINS_ANEW = [
  /^\/my-rentals\/[^/]+\/swap$/,
  /^\/business-apply$/,
  /^\/business\/(items\/new|imports)$/,
]

/** Redirects to a new version of a legal text, and back afterwards. No submitted form is lost. */
function askForConsent(request: Request, viewer: Viewer): void {
  if (!viewer.consentIsDue || request.method !== 'GET') return
  const path = pathOf(request)
  const [pathname = ''] = path.split('?')
  if (!BEGINS_ANEW.some((pattern) => pattern.test(pathname))) return
  throw redirectToConsent(path)
}

/** Redirects to a public page; a visitor is told why, and where to sign in. */
async function redirectHome(request: Request, viewer: Viewer): Promise<Response> {
  if (viewer.person) return redirect(href('/'))
  if (request.method === 'POST') preserveForm(request, await readTextFields(request))
  const text = viewer.sessionIsOver ? SESSION_OVER : 'Please sign in to open this page.'
  const to = `${href('/auth')}?return_to=${encodeURIComponent(pathOf(request))}`
  const toast = flash({ type: 'info', text, link: { text: 'Sign in', to } })
  return redirect(href('/'), { headers: { 'Set-Cookie': toast } })
}

/** Private pages must not be cached on disk, for example on a shared computer. */
function noStore(response: Response): Response {
  const isReported = response.headers.get('cache-control')?.includes('no-store')
  if (!isReported) response.headers.set('Cache-Control', NO_STORE)
  return response
}

export const requireClosetOwner: MiddlewareFunction<Response> = async (
  { request, context },
  next,
) => {
  const viewer = viewerIn(context)
  const owner = asClosetOwner(viewer.person)
  if (!owner) {
    noteSecurity(context, request, 'access-refused', { detail: 'closet' })
    throw await redirectHome(request, viewer)
  }
  askForConsent(request, viewer)
  context.set(closetOwnerContext, owner)
  return noStore(await next())
}

/** Closets, and blocked ones that are still owed money. */
export const requirePaidOwner: MiddlewareFunction<Response> = async (
  { request, context },
  next,
) => {
  const viewer = viewerIn(context)
  const paidOwner = await paidOwnerOf(context.get(appContext).db, viewer.person)
  if (!paidOwner) {
    noteSecurity(context, request, 'access-refused', { detail: 'payouts' })
    throw await redirectHome(request, viewer)
  }
  context.set(paidOwnerContext, paidOwner)
  return noStore(await next())
}

export const requireAdmin: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const viewer = viewerIn(context)
  const admin = asAdmin(viewer.person)
  if (!admin) {
    noteSecurity(context, request, 'access-refused', { detail: 'admin' })
    throw await redirectHome(request, viewer)
  }
  context.set(adminContext, admin)
  return noStore(await next())
}

const SECOND_FACTOR = href('/profile/second-factor')

/**
 * With real payments, an admin's password alone gives access only to their own account: admins see
 * and do more than what is under /admin.
 */
export const requireSecondFactor: MiddlewareFunction<Response> = ({ request, context }, next) => {
  const { person, hasSecondFactor } = viewerIn(context)
  const isMissing =
    context.get(appContext).paymentsAreReal && asAdmin(person) !== null && !hasSecondFactor
  const isOwnAccount = /^\/profile(\/|\?|$)/.test(pathOf(request))
  if (isMissing && !isOwnAccount) {
    noteSecurity(context, request, 'access-refused', { detail: 'second factor' })
    throw redirect(SECOND_FACTOR)
  }
  return next()
}
