import Stripe from 'stripe'

/**
 * Stripe refuses the request permanently: there is no such object, or its state does not allow it.
 */
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

/** Stripe is unreachable, failing or overloaded; the same call may succeed later. */
export class StripeUnavailable extends Error {}

/** Stripe does not accept our key, or not for this call; another key may succeed. */
export class StripeKeyRefused extends StripeUnavailable {}

/** The account has disconnected or never existed; Stripe does not say which. */
export function isAccountGone(error: unknown): boolean {
  return error instanceof Stripe.errors.StripePermissionError && error.code === 'account_invalid'
}

/** Turns the SDK's error into one of the three above; other errors are not changed. */
export function translateError(error: unknown): unknown {
  if (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    // The same request is in progress, or another one has locked the object.
    (error instanceof Stripe.errors.StripeError && error.statusCode === 409)
  )
    return new StripeUnavailable(error.message, { cause: error })
  if (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    (error instanceof Stripe.errors.StripePermissionError && !isAccountGone(error))
  )
    return new StripeKeyRefused(error.message, { cause: error })
  if (error instanceof Stripe.errors.StripeError)
    return new StripeRefused(error.message, { cause: error, code: error.code })
  return error
}

/** The result, or null when Stripe has no object with that id. Other errors are thrown. */
export async function orNull<T>(requested: Promise<T>): Promise<T | null> {
  try {
    return await requested
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)
      return null
    throw error
  }
}
