// Lengths as people type and read them. Stored are centimeters; what was typed in inches is shown as
// the same inches, because each range is shown on a grid of inches coarser than what it stores.

export const lengthUnits = ['in', 'cm'] as const
export type LengthUnit = (typeof lengthUnits)[number]

/** The first choice of a US shop. */
export const DEFAULT_UNIT = 'in' satisfies LengthUnit

export type LengthRange = {
  /** What is accepted, in centimeters. */
  readonly min: number
  readonly max: number
  /** A number outside of this, in centimeters, was probably meant in the other unit. */
  readonly usualMin: number
  readonly usualMax: number
  /** The smallest part of a centimeter that is stored. */
  readonly step: 1 | 0.1
  /** Shown as feet and inches. */
  readonly inFeet: boolean
}

const aroundBody = { min: 40, max: 200, step: 1, inFeet: false } as const
const aroundItem = { min: 30, max: 250, step: 0.1, inFeet: false } as const

// What is usual around a body or an item is chosen so that no number is usual in both units.

/** By the names of the form fields. */
export const bodyRanges = {
  height: { min: 100, max: 250, usualMin: 120, usualMax: 215, step: 1, inFeet: true },
  bust: { ...aroundBody, usualMin: 67, usualMax: 170 },
  waist: { ...aroundBody, usualMin: 56, usualMax: 140 },
  hips: { ...aroundBody, usualMin: 73, usualMax: 185 },
} as const satisfies Record<string, LengthRange>

export const itemRanges = {
  bust: { ...aroundItem, usualMin: 69, usualMax: 175 },
  waist: { ...aroundItem, usualMin: 56, usualMax: 140 },
  hips: { ...aroundItem, usualMin: 75, usualMax: 190 },
  length: { min: 10, max: 250, usualMin: 30, usualMax: 180, step: 0.1, inFeet: false },
} as const satisfies Record<string, LengthRange>

/** Longer texts are no lengths. */
export const MAX_LENGTH_TEXT = 30

export type ReadLength =
  | { readonly kind: 'length'; readonly cm: number }
  | OtherUnit
  | { readonly kind: 'wrong' }

/** A number that makes sense in the other unit only. */
export type OtherUnit = {
  readonly kind: 'other-unit'
  readonly amount: number
  readonly unit: LengthUnit
  readonly meant: LengthUnit
  /** Whether it is accepted in its unit as well. */
  readonly mayStay: boolean
}

/** What a text says in this range; a number without a unit is in the chosen one. */
export function readLength(text: string, chosen: LengthUnit, range: LengthRange): ReadLength {
  const typed = readTyped(text, range)
  if (!typed) return { kind: 'wrong' }
  const { amount, unit } = typed
  const own = lengthIn(amount, unit ?? chosen)
  const isAccepted = isWithin(own, range.min, range.max, range.step)
  const isUsual = own >= range.usualMin && own <= range.usualMax
  if (isAccepted && (isUsual || unit)) return { kind: 'length', cm: rounded(own, range.step) }
  const meant = (unit ?? chosen) === 'in' ? 'cm' : 'in'
  const other = lengthIn(amount, meant)
  if (other >= range.usualMin && other <= range.usualMax)
    return { kind: 'other-unit', amount, unit: unit ?? chosen, meant, mayStay: isAccepted }
  return isAccepted ? { kind: 'length', cm: rounded(own, range.step) } : { kind: 'wrong' }
}

/** As in a file, where a number without a unit is in centimeters; null if it is no such length. */
export function readFileLength(text: string, { min, max, step }: LengthRange): number | null {
  const typed = readTyped(text, null)
  if (!typed) return null
  const cm = lengthIn(typed.amount, typed.unit ?? 'cm')
  return isWithin(cm, min, max, step) ? rounded(cm, step) : null
}

type Typed = { readonly amount: number; readonly unit: LengthUnit | null }

const INCHES = /^(?:in|inch|inches|")$/
const CENTIMETERS = /^(?:cm|centimeters?|centimetres?)$/
const METERS = /^(?:m|meters?|metres?)$/

/** `36`, `36.5`, `36 1/2 in`, `5 ft 6`, `5'6"`, `168 cm`, `1.68 m`, and `5-6` where feet are usual. */
function readTyped(text: string, range: Pick<LengthRange, 'inFeet'> | null): Typed | null {
  if (text.length > MAX_LENGTH_TEXT) return null
  const plain = plainly(text)
  const [, feet, inches = '', after = ''] =
    /^(\d)(?:'|ft|foot|feet)([\d./ -]{0,12})(in|inch|inches|")?$/.exec(plain) ?? []
  if (feet !== undefined) return feetAndInches(feet, inches, after)
  const [, short, more = ''] = /^(\d)[ -](\d{1,2})$/.exec(plain) ?? []
  if (short !== undefined && range?.inFeet) return feetAndInches(short, more, '')
  const [, number = '', unit = ''] = /^([\d./ -]{1,15})([a-z"]{0,11})$/.exec(plain) ?? []
  const amount = numberIn(number)
  if (amount === null) return null
  if (unit === '') return { amount, unit: null }
  if (INCHES.test(unit)) return { amount, unit: 'in' }
  if (CENTIMETERS.test(unit)) return { amount, unit: 'cm' }
  return METERS.test(unit) ? { amount: 100 * amount, unit: 'cm' } : null
}

function feetAndInches(feet: string, inches: string, unit: string): Typed | null {
  const more = inches === '' && unit === '' ? 0 : numberIn(inches.replace(/^-/, ''))
  if (more === null || more >= 12) return null
  return { amount: 12 * Number(feet) + more, unit: 'in' }
}

/** `36.5`, `36 1/2`, `36-1/2`. */
function numberIn(text: string): number | null {
  const [, digits, whole, top, bottom] =
    /^(?:(\d{1,3}(?:\.\d{1,2})?)|(?:(\d{1,3})[ -])?([1-7])\/([248]))$/.exec(text) ?? []
  if (digits !== undefined) return Number(digits)
  if (top === undefined || Number(top) >= Number(bottom)) return null
  return Number(whole ?? 0) + Number(top) / Number(bottom)
}

const FRACTIONS: ReadonlyMap<string, string> = new Map([
  ['¼', ' 1/4'],
  ['½', ' 1/2'],
  ['¾', ' 3/4'],
])

/** In lower case, with plain quotation marks and fractions, and spaces between numbers only. */
function plainly(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[¼½¾]/g, (one) => FRACTIONS.get(one) ?? one)
    .replaceAll(/[‘’‛′`´]/g, "'")
    .replaceAll(/[“”‟″]|''/g, '"')
    .replaceAll(/[‐‑–]/g, '-')
    .normalize('NFKC')
    .replaceAll('⁄', '/')
    .replaceAll(',', '.')
    .replaceAll(/(ft|in|cm)\./g, '$1')
    .replaceAll(/\s/g, ' ')
    .replaceAll(/ (?=[^\d]|$)/g, '')
    .replaceAll(/(?<=\D) /g, '')
    .trim()
}

const CM_PER_INCH = 2.54

function lengthIn(amount: number, unit: LengthUnit): number {
  return unit === 'in' ? amount * CM_PER_INCH : amount
}

function isWithin(cm: number, min: number, max: number, step: number): boolean {
  const stored = rounded(cm, step)
  return stored >= min && stored <= max
}

function rounded(cm: number, step: number): number {
  return Math.round(cm / step) / Math.round(1 / step)
}

/** Inches between two shown lengths: coarser than the stored step, so that none is lost. */
function gridOf({ step }: Pick<LengthRange, 'step'>): number {
  return step === 1 ? 0.5 : 0.25
}

type Shown = Pick<LengthRange, 'step' | 'inFeet'>

/** The content of a field: '36.5', '5 ft 6 in', '91'. */
export function lengthAsTyped(cm: number, unit: LengthUnit, range: Shown): string {
  if (unit === 'cm') return String(cm)
  return inchesAsTyped(inchesIn(cm, range), range)
}

/** '36.5 in', '5 ft 6 in', '91 cm'. */
export function lengthInWords(cm: number, unit: LengthUnit, range: Shown): string {
  const typed = lengthAsTyped(cm, unit, range)
  return unit === 'in' && range.inFeet ? typed : `${typed} ${unit}`
}

/** '16 to 78.5 inches', '3 ft 3.5 in to 8 ft 2 in', '40 to 200 centimeters': what is accepted. */
export function rangeInWords(range: LengthRange, unit: LengthUnit): string {
  const { min, max } = range
  if (unit === 'cm') return `${min} to ${max} centimeters`
  const grid = gridOf(range)
  const least = Math.ceil(min / CM_PER_INCH / grid) * grid
  const greatest = Math.floor(max / CM_PER_INCH / grid) * grid
  const words = `${inchesAsTyped(least, range)} to ${inchesAsTyped(greatest, range)}`
  return range.inFeet ? words : `${words} inches`
}

function inchesIn(cm: number, range: Shown): number {
  const grid = gridOf(range)
  return Math.round(cm / CM_PER_INCH / grid) * grid
}

function inchesAsTyped(inches: number, { inFeet }: Shown): string {
  if (!inFeet) return String(inches)
  const feet = Math.floor(inches / 12)
  return inches % 12 === 0 ? `${feet} ft` : `${feet} ft ${inches % 12} in`
}
