/** The id of an object that Stripe returns expanded or as an id; null when there is none. */
export function idOf(
  reference: string | { readonly id?: string | undefined } | null | undefined,
): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

/** Stripe's times are whole seconds since 1970. */
export function toDate(seconds: number): Date {
  return new Date(seconds * 1000)
}

export function toDateOrNull(seconds: number | null): Date | null {
  return seconds === null ? null : toDate(seconds)
}
