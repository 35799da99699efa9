import { withTimeout } from '#server/with-timeout.ts'

/** What a check found: sentences with the remedy, or a word about what is fine. */
export type Found =
  | { readonly problems: readonly string[] }
  | { readonly ok: string }
  | { readonly skipped: string }

export type Check = {
  readonly what: string
  /** How long it may take. */
  readonly seconds: number
  readonly run: () => Promise<Found>
}

export type Result = Found & { readonly what: string }

/** Runs a check within its time; an error that it did not expect is a finding too. */
export async function runCheck({ what, seconds, run }: Check): Promise<Result> {
  try {
    const found = await withTimeout(seconds, run())
    return { what, ...(found ?? { problems: [`No result within ${seconds} seconds.`] }) }
  } catch (error) {
    return { what, problems: [`The check failed: ${reasonOf(error)}.`] }
  }
}

export function found(problems: readonly string[], ok: string): Found {
  return problems.length > 0 ? { problems } : { ok }
}

/** What the system, PostgreSQL or a server said, in one line. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0)
    return [...new Set(error.errors.map(reasonOf))].join(', ')
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const text = cause instanceof Error ? `${error.message} (${reasonOf(cause)})` : error.message
  return text.replaceAll(/\s+/g, ' ').replace(/\.$/, '')
}
