import Stripe from 'stripe'

/** An event reported by a webhook. The object that it refers to is then read from Stripe. */
export type StripeEvent = {
  readonly id: string
  readonly type: string
  readonly objectId: string
  /** The connected account in which it happened; null for our own account. */
  readonly account: string | null
}

export type EventCalls = {
  /**
   * Reads the event in a webhook's raw body, with the whole body as `payload`. Null when the
   * signature is missing, wrong, or more than five minutes in the past or future, or the body is
   * not an event. Does not call Stripe.
   */
  readonly readEvent: (
    body: string,
    signature: string | null,
  ) => Promise<{ readonly event: StripeEvent; readonly payload: unknown } | null>
}

/** @param secrets one for each endpoint; one of them has signed the event */
export function eventCalls(stripe: Stripe, secrets: readonly string[]): EventCalls {
  return {
    readEvent: async (body, signature) => {
      try {
        const event = await verify(stripe, body, signature ?? '', secrets)
        // A signed body that is not an event is ignored.
        if (!event || isFromFuture(signature) || !isEvent(event)) return null
        const { object } = event.data
        const objectId = 'id' in object && typeof object.id === 'string' ? object.id : ''
        const { id, type, account = null } = event
        return { event: { id, type, objectId, account }, payload: event }
      } catch (error) {
        if (error instanceof SyntaxError) return null
        throw error
      }
    },
  }
}

async function verify(
  stripe: Stripe,
  body: string,
  signature: string,
  secrets: readonly string[],
): Promise<Stripe.Event | null> {
  for (const secret of secrets) {
    try {
      return await stripe.webhooks.constructEventAsync(body, signature, secret)
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error
    }
  }
  return null
}

/** How far Stripe's clock and ours may differ; the SDK refuses older events. */
const TOLERANCE_SECONDS = 300

function isFromFuture(signature: string | null): boolean {
  const signedAt = Number(/(?:^|,)t=(\d{1,15})(?:,|$)/.exec(signature ?? '')?.[1] ?? 0)
  return signedAt > Date.now() / 1000 + TOLERANCE_SECONDS
}

function isEvent(event: unknown): boolean {
  const { id, type, data } = Object(event)
  const isText = (text: unknown) => typeof text === 'string' && /^[\w.]{1,255}$/.test(text)
  return isText(id) && isText(type) && typeof data?.object === 'object' && data.object !== null
}
