import { appContext } from '#app/http/contexts.ts'
import { receiveEvent } from '#domain/checkout/webhook.ts'
import type { Route } from './+types/stripe.ts'

const MOST_BYTES = 512 * 1024

/** Where Stripe reports. The event is stored and answered at once; a job does the rest. */
export async function action({ request, context }: Route.ActionArgs) {
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES)
    return new Response('Too large\n', { status: 413 })
  const { db, stripe, clock } = context.get(appContext)
  const body = await request.text()
  const known = await receiveEvent(
    db,
    stripe,
    body,
    request.headers.get('stripe-signature'),
    clock(),
  )
  return known
    ? new Response('ok\n')
    : new Response('This signature is not Stripe’s.\n', { status: 400 })
}
