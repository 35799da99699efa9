import { data } from 'react-router'
import type * as z from 'zod'
import type { EditConflict } from './edit-conflict.ts'

/** An action's answer when something must be corrected; sent with status 400 or higher. */
export type Problem = {
  readonly ok: false
  /** One sentence for the form as a whole; '' when every problem is shown at a field. */
  readonly problem: string
  /** A sentence per field, by field name. */
  readonly fields: Readonly<Record<string, string>>
  /** The submitted values, so that nothing is lost. Never a password. */
  readonly values: Readonly<Record<string, string>>
  /** Someone else has saved the same object since the form was opened. */
  readonly editConflict?: EditConflict
}

export type FormAnswer = { readonly ok: true } | Problem

type ParsedForm<Schema extends z.ZodType> =
  | { readonly ok: true; readonly value: z.output<Schema> }
  | { readonly ok: false; readonly problem: Problem }

const NEVER_ECHOED = /password|token|secret/i

/**
 * Longer than any field of ours allows, which is 20,000 characters with each line break sent as two;
 * anything longer is not returned in full. Legal texts are returned by their own page.
 */
const MAX_ECHOED = 40_000

/** The text fields of a form; of a repeated field the first value, like `form.get`. */
export function textFields(form: FormData): Record<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of form) {
    if (typeof value === 'string' && !fields.has(name)) fields.set(name, value)
  }
  return Object.fromEntries(fields)
}

/** The text fields of a form as submitted, without secrets. */
function typedValues(form: FormData): Record<string, string> {
  return Object.fromEntries(
    Object.entries(textFields(form))
      .filter(([name]) => !NEVER_ECHOED.test(name))
      .map(([name, value]) => [name, value.slice(0, MAX_ECHOED)]),
  )
}

/** A form that was sent without a session, to be sent again. */
export type UnsentForm = {
  readonly path: string
  /** As submitted, in their order, without secrets. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly isMultipart: boolean
  /** Fields with photos, which no page can hold. */
  readonly photoFields: readonly { readonly name: string; readonly several: boolean }[]
  /** A password was entered, which no page of ours holds. */
  readonly hasSecrets: boolean
}

/** The response to a form sent without a session, with status 401. */
export type SignedOut = {
  readonly sentence: string
  readonly signInPath: string
  /** Only for pages without our script. */
  readonly unsent?: UnsentForm
}

export function fieldsToSendAgain(form: FormData): UnsentForm['fields'] {
  return [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !NEVER_ECHOED.test(name) ? [[name, value]] : [],
  )
}

export function photoFieldsIn(form: FormData): UnsentForm['photoFields'] {
  const named = [...form].flatMap(([name, value]) => (value instanceof File ? [name] : []))
  return [...new Set(named)].map((name) => ({
    name,
    several: named.filter((other) => other === name).length > 1,
  }))
}

export function hasSecrets(form: FormData): boolean {
  return [...form].some(([name, value]) => NEVER_ECHOED.test(name) && value !== '')
}

/**
 * Validates a posted form against the schema of its fields. Unknown fields are dropped; the first
 * problem of each field becomes its sentence.
 */
export function checkForm<Schema extends z.ZodType>(
  schema: Schema,
  form: FormData,
): ParsedForm<Schema> {
  const result = schema.safeParse(textFields(form))
  if (result.success) return { ok: true, value: result.data }
  const fields = new Map<string, string>()
  for (const { path, message } of result.error.issues) {
    const name = String(path[0] ?? 'form')
    if (!fields.has(name)) fields.set(name, message)
  }
  const { form: whole = '', ...byField } = Object.fromEntries(fields)
  return { ok: false, problem: problem(whole, { fields: byField, form }) }
}

export function problem(
  sentence: string,
  details: { fields?: Record<string, string>; form?: FormData; editConflict?: EditConflict } = {},
): Problem {
  return {
    ok: false,
    problem: sentence,
    fields: details.fields ?? {},
    values: details.form ? typedValues(details.form) : {},
    ...(details.editConflict && { editConflict: details.editConflict }),
  }
}

/** Answers a problem with a status that leaves the page as it is: nothing is reloaded. */
export function answerProblem<Answer extends Problem>(
  answer: Answer,
  status = 400,
  init: ResponseInit = {},
) {
  return data(answer, { ...init, status })
}
