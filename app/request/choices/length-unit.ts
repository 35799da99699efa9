import { createContext } from 'react-router'
import { switchUnit } from '#app/components/fit/length-form.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import type { Context } from '#app/request/contexts.ts'
import { ownCookie, readOwnCookie } from '#app/request/cookies.ts'
import { DEFAULT_UNIT, type LengthRange, type LengthUnit } from '#domain/accounts/sizes/lengths.ts'

// The unit in which somebody reads lengths. The default has no cookie, so that visitors' pages can
// be shared.

const NAME = 'hemline_length_unit'
const DAYS = 365

/** Chosen by this request: its page has no cookie yet. */
const chosenUnitContext = createContext<LengthUnit | null>(null)

export function lengthUnitOf(context: Context, request: Request): LengthUnit {
  const chosen = context.get(chosenUnitContext)
  if (chosen) return chosen
  return readOwnCookie(request, NAME) === 'cm' ? 'cm' : DEFAULT_UNIT
}

export function lengthUnitCookie(unit: LengthUnit): string {
  return unit === DEFAULT_UNIT ? ownCookie(NAME, '', 0) : ownCookie(NAME, unit, DAYS * 86_400)
}

type Posted = { readonly form: FormData; readonly problems?: Readonly<Record<string, string>> }

/**
 * Shows a form again in the other unit, with its input, if the button for it was pressed; null
 * otherwise. The choice is remembered.
 */
export function answerSwitchedUnit(
  context: Context,
  { form, problems = {} }: Posted,
  ranges: Readonly<Record<string, LengthRange>>,
) {
  const unit = switchUnit(form, ranges)
  if (!unit) return null
  context.set(chosenUnitContext, unit)
  const headers = { 'Set-Cookie': lengthUnitCookie(unit) }
  return answerProblem(problem('', { fields: { ...problems }, form }), 200, { headers })
}
