import { data } from 'react-router'
import type * as z from 'zod'

/** What an action answers when something must be corrected; sent with status 400 or worse. */
export type Problem = {
  readonly ok: false
  /** One sentence for the form as a whole; '' when every problem stands beside a field. */
  readonly problem: string
  /** A sentence per field, by the field's name. */
  readonly fields: Readonly<Record<string, string>>
  /** What was typed, so that nothing is lost. Never a password. */
  readonly values: Readonly<Record<string, string>>
}

export type FormAnswer = { readonly ok: true } | Problem

type Read<Schema extends z.ZodType> =
  | { readonly ok: true; readonly value: z.output<Schema> }
  | { readonly ok: false; readonly problem: Problem }

const NEVER_SENT_BACK = /password|token|secret/i

/** The text fields of a form as typed, without secrets. */
function typedValues(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && !NEVER_SENT_BACK.test(entry[0]),
    ),
  )
}

/**
 * Checks a posted form against the schema that names every field it may set. Unknown fields are
 * dropped; the first problem of each field becomes its sentence.
 */
export function checkForm<Schema extends z.ZodType>(schema: Schema, form: FormData): Read<Schema> {
  const typed = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
  const result = schema.safeParse(typed)
  if (result.success) return { ok: true, value: result.data }
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    fields[String(issue.path[0] ?? 'form')] ??= issue.message
  }
  const { form: whole = '', ...byField } = fields
  return { ok: false, problem: problem(whole, { fields: byField, form }) }
}

export function problem(
  sentence: string,
  details: { fields?: Record<string, string>; form?: FormData } = {},
): Problem {
  return {
    ok: false,
    problem: sentence,
    fields: details.fields ?? {},
    values: details.form ? typedValues(details.form) : {},
  }
}

/** Answers a problem with a status that keeps the page as it is: nothing revalidates. */
export function answerProblem(answer: Problem, status = 400, init: ResponseInit = {}) {
  return data(answer, { ...init, status })
}
