import { expect, test } from 'vitest'
import * as z from 'zod'
import { checkForm } from '#app/forms/forms.ts'
import { bodyRanges, type LengthUnit } from '#domain/accounts/sizes/lengths.ts'
import { lengthsIn, lengthsOfFile, switchUnit, takeMeantLengths } from './length-form.ts'

const ranges = { height: bodyRanges.height, bust: bodyRanges.bust }

function formOf(fields: Readonly<Record<string, string>>, unit: LengthUnit = 'in'): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ length_unit: unit, ...fields }))
    form.set(name, value)
  return form
}

function read(form: FormData) {
  const length = lengthsIn(form)
  const schema = z.object({
    height: length('height', ranges.height),
    bust: length('bust', ranges.bust),
  })
  const checked = checkForm(schema, form)
  return checked.ok ? checked.value : checked.problem.fields
}

test('numbers are in the unit of their page, and empty fields have no length', () => {
  expect(read(formOf({ height: `5'6"`, bust: '36' }))).toEqual({ height: 168, bust: 91 })
  expect(read(formOf({ height: '168', bust: '' }, 'cm'))).toEqual({ height: 168, bust: null })
})

test('a length that was not changed is not rounded again', () => {
  // 92 cm are shown as 36 in, which are 91 cm.
  expect(read(formOf({ height: '', bust: '36', bust_exact: '92' }))).toMatchObject({ bust: 92 })
  expect(read(formOf({ height: '', bust: '36.5', bust_exact: '92' }))).toMatchObject({ bust: 93 })
  // An exact length that is none, or that the text does not show, says nothing.
  for (const bust_exact of ['900', '9', '1e9', 'x'])
    expect(read(formOf({ height: '', bust: '36', bust_exact }))).toMatchObject({ bust: 91 })
})

test('one press accepts the other unit, or keeps the number in its own', () => {
  expect(read(formOf({ height: '168', bust: '92' }))).toEqual({
    height: '168 inches is more than we expect. Did you mean 168 cm?',
    bust: '92 inches is more than we expect. Did you mean 92 cm?',
  })
  const accepted = formOf({ height: '5 ft 6 in', bust: '92', bust_meant: '92 cm' })
  takeMeantLengths(accepted, ranges)
  expect([accepted.get('bust'), accepted.get('bust_exact')]).toEqual(['36', '92'])
  expect(read(accepted)).toEqual({ height: 168, bust: 92 })
  const inInches = formOf({ height: '', bust: '75', bust_meant: '75 in' })
  takeMeantLengths(inInches, ranges)
  expect(read(inInches)).toEqual({ height: null, bust: 191 })
  const forged = formOf({ height: '', bust: '36', bust_meant: '9000 cm' })
  takeMeantLengths(forged, ranges)
  expect(read(forged)).toEqual({ height: null, bust: 91 })
})

test('the other unit converts what was typed, and back', () => {
  const form = formOf({ height: '5-6', bust: '36½', switch_unit: 'cm' })
  expect(switchUnit(form, ranges)).toBe('cm')
  expect([form.get('height'), form.get('bust')]).toEqual(['168', '93'])
  form.set('switch_unit', 'in')
  expect(switchUnit(form, ranges)).toBe('in')
  expect([form.get('height'), form.get('bust')]).toEqual(['5 ft 6 in', '36.5'])
  expect(switchUnit(form, ranges)).toBeNull()
})

test('numbers that make sense in the new unit only, and words, stay as they were typed', () => {
  const form = formOf({ height: '168', bust: 'big', switch_unit: 'cm' })
  switchUnit(form, ranges)
  expect([form.get('height'), form.get('bust')]).toEqual(['168', 'big'])
  form.set('bust', '')
  expect(read(form)).toEqual({ height: 168, bust: null })
})

test('a file has centimeters, unless a cell says inches, and is not asked about them', () => {
  const bust = lengthsOfFile('bust', ranges.bust)
  expect(['', '44', '34.5 in'].map((text) => bust.parse(text))).toEqual([null, 44, 88])
  expect(bust.safeParse('9').error?.issues[0]?.message).toBe(
    'Please enter 40 to 200 centimeters, or inches such as 34.5 in.',
  )
})
