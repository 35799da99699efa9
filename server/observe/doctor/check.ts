import { withTimeout } from '#server/jobs/with-timeout.ts'

/** The result of a check: problems, each a sentence with its remedy, or what is fine or good to know. */
export type Found =
  | { readonly problems: readonly string[] }
  | { readonly ok: string }
  | { readonly note: string }
  | { readonly skipped: string }

export type Check = {
  readonly what: string
  /** The time limit. */
  readonly seconds: number
  readonly run: () => Promise<Found>
}

export type Result = Found & { readonly what: string }

/** Runs a check within its time limit; an unexpected error counts as a problem too. */
export async function runCheck({ what, seconds, run }: Check): Promise<Result> {
  try {
    const found = await withTimeout(seconds, run())
    return { what, ...(found ?? { problems: [`No result within ${seconds} seconds.`] }) }
  } catch (error) {
    return { what, problems: [`The check failed: ${reasonOf(error)}.`] }
  }
}

export const problem = (sentence: string): Found => ({ problems: [sentence] })

export function found(problems: readonly string[], ok: string): Found {
  return problems.length > 0 ? { problems } : { ok }
}

/** The message of an error from the system, PostgreSQL or a server, in one line. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0)
    return [...new Set(error.errors.map(reasonOf))].join(', ')
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const text = cause instanceof Error ? `${error.message} (${reasonOf(cause)})` : error.message
  return text.replaceAll(/\s+/g, ' ').replace(/\.$/, '')
}
