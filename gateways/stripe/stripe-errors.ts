import Stripe from 'stripe'

/** Stripe refuses the request for good: it has no such object, or the object does not allow it. */
export class StripeRefused extends Error {
  /** Stripe's error code, such as 'charge_already_refunded'; null where the error has none. */
  readonly code: string | null
  constructor(
    message: string,
    options: ErrorOptions & { readonly code?: string | undefined } = {},
  ) {
    super(message, options)
    this.code = options.code ?? null
  }
}

/** Stripe could not be reached, is broken or too busy; the same call may succeed later. */
export class StripeAway extends Error {}

/** The SDK's error as one of the two above; every other error stays as it is. */
export function translateError(error: unknown): unknown {
  if (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    // The same request is under way already, or holds what this one needs.
    (error instanceof Stripe.errors.StripeError && error.statusCode === 409)
  )
    return new StripeAway(error.message, { cause: error })
  if (error instanceof Stripe.errors.StripeError)
    return new StripeRefused(error.message, { cause: error, code: error.code })
  return error
}

/** The answer, or null where Stripe has no object of that id. Other errors are thrown. */
export async function orNull<T>(requested: Promise<T>): Promise<T | null> {
  try {
    return await requested
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)
      return null
    throw error
  }
}
