import * as z from 'zod'
import { line } from '#app/forms/text-fields.ts'
import {
  DEFAULT_UNIT,
  type LengthRange,
  type LengthUnit,
  lengthAsTyped,
  lengthUnits,
  MAX_LENGTH_TEXT,
  readFileLength,
  readLength,
} from '#domain/accounts/sizes/lengths.ts'
import { exactField, meantButton, SWITCH_BUTTON, UNIT_FIELD } from './length-names.ts'
import { lengthProblem, wrongLengthSentence } from './length-words.ts'

// Lengths in a form. It says in which unit its page was shown, since the choice may change on another
// page. Beside each field is the exact length that its text shows: a text that nobody changed keeps
// it, and is not rounded by being saved again.

type Ranges = Readonly<Record<string, LengthRange>>

/** The schema of an optional length, which is null when empty. */
export type LengthSchema = (name: string, range: LengthRange) => z.ZodType<number | null, string>

/** The lengths of this form. */
export function lengthsIn(form: FormData): LengthSchema {
  const unit = unitIn(form)
  return (name, range) => {
    const exact = exactIn(form, name)
    return line({ maxLength: MAX_LENGTH_TEXT }).transform((text, check) => {
      if (text === '') return null
      const cm = cmOf(text, { unit, range, exact })
      if (cm !== null) return cm
      const message = lengthProblem(text, unit, range) ?? wrongLengthSentence(range, unit)
      check.addIssue({ code: 'custom', message })
      return z.NEVER
    })
  }
}

/** The lengths of a file: centimeters, unless a cell says inches. */
export const lengthsOfFile: LengthSchema = (_name, range) =>
  line({ maxLength: MAX_LENGTH_TEXT }).transform((text, check) => {
    if (text === '') return null
    const cm = readFileLength(text, range)
    if (cm !== null) return cm
    check.addIssue({ code: 'custom', message: wrongLengthSentence(range, 'cm') })
    return z.NEVER
  })

/** Without the field, the form is from a page in the default unit. */
export function unitIn(form: FormData): LengthUnit {
  return lengthUnits.find((unit) => unit === form.get(UNIT_FIELD)) ?? DEFAULT_UNIT
}

/** A pressed button such as "Use 92 cm" puts its length into the field. */
export function takeMeantLengths(form: FormData, ranges: Ranges): void {
  const unit = unitIn(form)
  for (const [name, range] of Object.entries(ranges)) {
    const meant = form.get(meantButton(name))
    if (typeof meant !== 'string') continue
    form.delete(meantButton(name))
    const read = readLength(meant, unit, range)
    if (read.kind === 'length') setLength(form, name, { cm: read.cm, unit, range })
  }
}

/**
 * If the button for the other unit was pressed, converts what was typed, and returns that unit. A
 * number that makes sense in the new unit only stays as it is.
 */
export function switchUnit(form: FormData, ranges: Ranges): LengthUnit | null {
  const to = lengthUnits.find((unit) => unit === form.get(SWITCH_BUTTON))
  if (!to) return null
  const unit = unitIn(form)
  form.delete(SWITCH_BUTTON)
  form.set(UNIT_FIELD, to)
  if (to === unit) return to
  for (const [name, range] of Object.entries(ranges)) {
    const text = form.get(name)
    if (typeof text !== 'string') continue
    const cm = cmOf(text, { unit, range, exact: exactIn(form, name) })
    if (cm !== null) setLength(form, name, { cm, unit: to, range })
  }
  return to
}

function setLength(
  form: FormData,
  name: string,
  { cm, unit, range }: { cm: number; unit: LengthUnit; range: LengthRange },
): void {
  form.set(name, lengthAsTyped(cm, unit, range))
  form.set(exactField(name), String(cm))
}

type TypedIn = {
  readonly unit: LengthUnit
  readonly range: LengthRange
  /** What the text showed at first. */
  readonly exact: number | null
}

function cmOf(text: string, { unit, range, exact }: TypedIn): number | null {
  if (exact !== null && text.trim() === lengthAsTyped(exact, unit, range)) {
    const read = readLength(`${exact} cm`, unit, range)
    if (read.kind === 'length') return read.cm
  }
  const read = readLength(text, unit, range)
  return read.kind === 'length' ? read.cm : null
}

function exactIn(form: FormData, name: string): number | null {
  const text = form.get(exactField(name))
  return typeof text === 'string' && /^\d{1,3}(?:\.\d)?$/.test(text) ? Number(text) : null
}
