import { appContext } from '#app/request/contexts.ts'
import { noteSecurity } from '#app/request/security-log.ts'
import { receiveEvent } from '#domain/money/events/events.ts'
import type { Route } from './+types/stripe.ts'

/** The webhook for Stripe. The event is stored and answered at once; a job does the rest. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, stripe, clock } = context.get(appContext)
  const body = await request.text()
  const known = await receiveEvent(
    db,
    stripe,
    body,
    request.headers.get('stripe-signature'),
    clock(),
  )
  if (!known) noteSecurity(context, request, 'webhook-refused')
  return known
    ? new Response('ok\n')
    : new Response('This signature is not Stripe’s.\n', { status: 400 })
}
