import { type MiddlewareFunction, redirect } from 'react-router'
import { asAdmin, asClosetOwner } from '#domain/shared/actors.ts'
import {
  adminContext,
  appContext,
  closetOwnerContext,
  signedInContext,
  type Viewer,
  viewerIn,
} from './contexts.ts'
import { flash } from './flash.ts'

/** The path and query of a request as React Router's data requests and documents both name it. */
export function pathOf(request: Request): string {
  const url = new URL(request.url)
  const path = url.pathname.replace(/\.data$/, '').replace(/^\/_$/, '/')
  url.searchParams.delete('_routes')
  return path + (url.searchParams.size > 0 ? `?${url.searchParams}` : '')
}

/** What a form says to a visitor before they sign in, by the address it is sent to (shopper §8). */
const NEEDS_SIGN_IN: Readonly<Record<string, string>> = {
  '/credits': 'Please sign in to purchase credits.',
  '/credits/portal': 'Please sign in first.',
}

const SESSION_OVER = 'Your session has ended. Please sign in again.'

export const requireSignIn: MiddlewareFunction<Response> = ({ request, context }, next) => {
  const { person, sessionIsOver } = viewerIn(context)
  if (!person) {
    const path = pathOf(request)
    const wanted = request.method === 'POST' ? NEEDS_SIGN_IN[path] : undefined
    const sentence = wanted ?? (sessionIsOver ? SESSION_OVER : undefined)
    throw redirect(
      `/auth?return_to=${encodeURIComponent(path)}`,
      sentence ? { headers: { 'Set-Cookie': flash({ type: 'info', text: sentence }) } } : undefined,
    )
  }
  context.set(signedInContext, person)
  return next()
}

/** To where everybody may be; whose session ended while they worked learns why. */
function sentHome({ sessionIsOver }: Viewer): Response {
  const toast = flash({ type: 'info', text: SESSION_OVER })
  return redirect('/', sessionIsOver ? { headers: { 'Set-Cookie': toast } } : undefined)
}

export const requireClosetOwner: MiddlewareFunction<Response> = ({ context }, next) => {
  const viewer = viewerIn(context)
  const owner = asClosetOwner(viewer.person)
  if (!owner) throw sentHome(viewer)
  context.set(closetOwnerContext, owner)
  return next()
}

export const requireAdmin: MiddlewareFunction<Response> = ({ context }, next) => {
  const viewer = viewerIn(context)
  const admin = asAdmin(viewer.person)
  if (!admin) throw sentHome(viewer)
  context.set(adminContext, admin)
  return next()
}

const SECOND_FACTOR = '/profile/second-factor'

/**
 * Where payments are real, an admin's password alone opens nothing but their own account: what
 * admins see and do is not only under /admin.
 */
export const requireSecondFactor: MiddlewareFunction<Response> = ({ request, context }, next) => {
  const { person, hasSecondFactor } = viewerIn(context)
  const isMissing =
    context.get(appContext).paymentsAreReal && asAdmin(person) !== null && !hasSecondFactor
  const isOwnAccount = /^\/profile(\/|\?|$)/.test(pathOf(request))
  if (isMissing && !isOwnAccount) throw redirect(SECOND_FACTOR)
  return next()
}
