import Stripe from 'stripe'

/** An event reported by a webhook. It refers to an object, whose state is then read from Stripe. */
export type StripeEvent = { readonly id: string; readonly type: string; readonly objectId: string }

export type EventCalls = {
  /**
   * The event in a webhook's raw body, with the whole body as `payload`. Null when the signature is
   * missing, wrong, or more than five minutes old or ahead, or the body is not an event. Does not
   * call Stripe.
   */
  readonly readEvent: (
    body: string,
    signature: string | null,
  ) => Promise<{ readonly event: StripeEvent; readonly payload: unknown } | null>
}

export function eventCalls(stripe: Stripe, webhookSecret: string): EventCalls {
  return {
    readEvent: async (body, signature) => {
      try {
        const event = await stripe.webhooks.constructEventAsync(
          body,
          signature ?? '',
          webhookSecret,
        )
        if (isFromFuture(signature)) return null
        // Signed, but not an event: ignored.
        if (!isEvent(event)) return null
        const { object } = event.data
        const objectId = 'id' in object && typeof object.id === 'string' ? object.id : ''
        return {
          event: { id: event.id, type: event.type, objectId },
          payload: event,
        }
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
        if (error instanceof SyntaxError) return null
        throw error
      }
    },
  }
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
