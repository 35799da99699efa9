import {
  type LengthRange,
  type LengthUnit,
  lengthInWords,
  type OtherUnit,
  rangeInWords,
  readLength,
} from '#domain/accounts/sizes/lengths.ts'

/** 'inches', after a number or alone. */
export const unitWords = {
  in: 'inches',
  cm: 'centimeters',
} as const satisfies Record<LengthUnit, string>

/** 'Please enter 16 to 78.5 inches, or centimeters such as 88 cm.' */
export function wrongLengthSentence(range: LengthRange, unit: LengthUnit): string {
  const inFeet = range.inFeet ? 'feet and inches such as 5 ft 6 in' : 'inches such as 34.5 in'
  const inCentimeters = `centimeters such as ${range.inFeet ? 168 : 88} cm`
  const or = unit === 'cm' ? inFeet : inCentimeters
  return `Please enter ${rangeInWords(range, unit)}, or ${or}.`
}

/** '92 inches is more than we expect. Did you mean 92 cm?' */
function otherUnitSentence({ amount, unit, meant }: OtherUnit): string {
  return unit === 'in'
    ? `${amount} inches is more than we expect. Did you mean ${amount} ${meant}?`
    : `${amount} centimeters is less than we expect. Did you mean ${amount} ${meant}?`
}

/** What is wrong with a typed length; null if nothing is. */
export function lengthProblem(text: string, unit: LengthUnit, range: LengthRange): string | null {
  const read = readLength(text, unit, range)
  if (read.kind === 'length') return null
  return read.kind === 'other-unit' ? otherUnitSentence(read) : wrongLengthSentence(range, unit)
}

/** Differences are stated to the nearest half inch. */
export const DIFFERENCE = { step: 1, inFeet: false } as const

/** '4 cm', 'about 1.5 in'. */
export function differenceInWords(cm: number, unit: LengthUnit): string {
  return `${unit === 'in' ? 'about ' : ''}${lengthInWords(cm, unit, DIFFERENCE)}`
}
