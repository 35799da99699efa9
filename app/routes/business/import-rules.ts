import * as z from 'zod'
import { imageSentences, uploadFailed } from '#app/components/images/image-sentences.ts'
import { choiceOf, choiceTitle } from '#app/components/imports/import-choices.ts'
import { type ImportColumnName, importColumns } from '#app/components/imports/import-columns.ts'
import { wholeDollarsIn, wholeNumberIn } from '#app/components/imports/import-numbers.ts'
import { sizeIn, sizeNote } from '#app/components/imports/import-sizes.ts'
import { fitReturnsIn } from '#app/components/manage/fit-returns-form.ts'
import { itemForm } from '#app/components/manage/item-form.ts'
import { lendingIn } from '#app/components/manage/lending-form.ts'
import { measurementsIn } from '#app/components/manage/measurement-form.ts'
import { replacementDollars } from '#app/components/manage/replacement-value.ts'
import { sku } from '#app/forms/text-fields.ts'
import { textOfHtml } from '#app/rendering/html-text.ts'
import type { CellProblem, GivenCells } from '#db/import-rows.ts'
import type { ImageProblem } from '#domain/catalogue/images/images.ts'
import {
  MAX_PHOTOS_OF_ITEM,
  MAX_WAITING_PHOTO_BYTES,
  MAX_WAITING_PHOTOS,
} from '#domain/catalogue/imports/import-limits.ts'
import {
  type ImportRules,
  type RowReading,
  type RowReason,
  TYPED_TITLE,
  UNTITLED,
} from '#domain/catalogue/imports/import-rules.ts'
import type { LeftOut } from '#domain/catalogue/imports/imports.ts'
import { choicesIn, choiceWords, itemChoices } from '#domain/catalogue/items/fields/item-fields.ts'
import type { KnownItem } from '#domain/catalogue/items/items.ts'
import {
  MAX_CLOSET_DRAFTS,
  MAX_CLOSET_ITEMS,
} from '#domain/catalogue/items/listing/closet-limits.ts'
import { skuOf } from '#domain/catalogue/items/listing/item-sku.ts'
import type { Facet } from '#domain/catalogue/search/facets.ts'
import { valueNamed } from '#domain/catalogue/search/lexicon.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { megabytes } from '#domain/shared/figures.ts'
import { severalLines } from '#domain/shared/plain-text.ts'
import { recordBy } from '#domain/shared/records.ts'

// The schema of the item's form reads the rows of a listing file; this adds only the names and
// spellings that a file has instead of fields.

export const importRules: ImportRules = { readRow, rowProblem, photoProblem }

/** Other spellings of choices, without spaces and hyphens. */
const spellings: Readonly<Partial<Record<ImportColumnName, Readonly<Record<string, string>>>>> = {
  fit_returns: { true: 'yes', y: 'yes', '1': 'yes', false: 'no', n: 'no', '0': 'no' },
  advance_booking: { true: 'yes', y: 'yes', '1': 'yes', false: 'no', n: 'no', '0': 'no' },
  sleeves: {
    ...named('Sleeveless', 'nosleeve', 'nosleeves', 'none'),
    ...named('Short sleeves', 'short', 'shortsleeve', 'shortsleeved', 'capsleeve', 'capsleeves'),
    ...named('Three-quarter sleeves', '3/4', '3/4sleeve', '3/4sleeves', 'threequartersleeve'),
    ...named('Long sleeves', 'long', 'longsleeve', 'longsleeved', 'fullsleeve', 'fullsleeves'),
  },
  length: {
    ...named('Mini', 'short', 'abovetheknee', 'aboveknee'),
    ...named('Knee-length', 'knee', 'totheknee'),
    ...named('Midi', 'tealength', 'belowtheknee', 'belowknee', 'midcalf'),
    ...named('Maxi', 'long', 'full', 'floor', 'floorlength', 'ankle', 'anklelength', 'fulllength'),
  },
  neckline: {
    ...named('Round neck', 'round', 'crew', 'crewneck', 'scoop', 'scoopneck', 'jewel', 'boatneck'),
    ...named('V-neck', 'v', 'deepv', 'plunge', 'plunging'),
    ...named('Square neck', 'square'),
    ...named('High neck', 'high', 'mock', 'mockneck', 'turtleneck'),
    ...named('Halter', 'halterneck'),
    ...named('Off the shoulder', 'offshoulder'),
    ...named('One shoulder', 'oneshouldered', 'asymmetric', 'asymmetrical'),
    ...named('Collar', 'collared', 'shirtcollar'),
  },
}

function named(value: string, ...words: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(words.map((word) => [word, value]))
}

/** Columns of choices whose words search understands too. */
const FACETS: Readonly<Partial<Record<ImportColumnName, Facet>>> = {
  style: 'style',
  occasion: 'occasion',
  ...Object.fromEntries(itemChoices.map(({ field, inFiles }) => [inFiles.name, field])),
}

const WHOLE_NUMBERS: readonly string[] = ['price', 'turnaround_days']

/** Their sentences repeat what was typed. */
const NUMBERS: readonly string[] = [
  ...WHOLE_NUMBERS,
  ...['replacement_value', 'bust_cm', 'waist_cm', 'hips_cm', 'length_cm'],
]

/** Columns in which an empty cell changes nothing: they have no empty value. */
const NEVER_EMPTY: readonly string[] = ['fit_returns', 'advance_booking', 'turnaround_days']

function readRow(given: GivenCells, known: KnownItem | null): RowReading {
  const untitled = given[UNTITLED]
  // The cells of such a row are probably in the wrong columns.
  if (untitled) return { ok: false, problems: [untitledProblem(untitled)] }
  const own = known && { style: known.style, eventType: known.eventType }
  const form = itemForm('closet', own)
    .omit({ image_id: true, more_photos: true })
    // The form can leave out the SKU, and has a check box for the fit return.
    .extend({
      sku: sku('Please enter a SKU.'),
      fit_returns: z.enum(['yes', 'no'], 'Please choose yes or no.'),
    })
  const cells = { ...(known ? cellsOf(known) : NEW), ...givenCells(given) }
  const fields = Object.fromEntries(
    importColumns.map(({ name, field }) => [field, fieldValue(name, cells[name] ?? '', own)]),
  )
  // A text that the item has, however it was written, is not changed by its own export.
  if (severalLines(cells.description ?? '') !== severalLines(known?.description ?? ''))
    fields.description = textOfHtml(cells.description ?? '')
  const note = sizeNote(cells.size ?? '')
  if (note !== null && !fields.description?.includes(note))
    fields.description = `${fields.description ?? ''}\n\n${note}`
  const read = form.safeParse({ ...fields, fit_returns_shown: 'yes' })
  if (!read.success) return { ok: false, problems: problemsIn(read.error.issues, cells) }
  const value = read.data
  return {
    ok: true,
    details: {
      // An item that an export names by its id has no SKU.
      sku: known ? known.sku : value.sku,
      title: value.title,
      description: value.description,
      size: value.size,
      style: value.style,
      eventType: value.event_type,
      creditsPerWeek: value.credits_per_week,
      ...choicesIn(value),
      replacementValueCents: replacementIn(value.replacement_value ?? null, known),
      measurements: measurementsIn(value) ?? null,
      lending: lendingIn(value),
      fitReturns: fitReturnsIn(value),
    },
  }
}

/** An item whose value has cents keeps them, as its exported row has whole dollars. */
function replacementIn(cents: number | null, known: KnownItem | null): number | null {
  const stored = known?.replacementValueCents ?? null
  return replacementDollars(stored) === replacementDollars(cents) ? stored : cents
}

const NEW: GivenCells = { fit_returns: 'no', advance_booking: 'no', turnaround_days: '0' }

/** The cells of a row, without empty ones in columns that have no empty value. */
function givenCells(given: GivenCells): GivenCells {
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, cell]) => !(cell.trim() === '' && NEVER_EMPTY.includes(name)),
    ),
  )
}

/** An item as a row of an exported file. */
export function cellsOf(item: KnownItem): Readonly<Record<ImportColumnName, string>> {
  const { measurements: worn, lending } = item
  const cm = (length: number | null | undefined) => length?.toString() ?? ''
  return {
    sku: skuOf(item),
    title: item.title,
    description: item.description,
    size: item.size,
    style: item.style,
    occasion: item.eventType,
    price: String(item.creditsPerWeek),
    ...choiceCells(item),
    replacement_value: replacementDollars(item.replacementValueCents),
    stretch: worn?.stretch ?? '',
    bust_cm: cm(worn?.bustCm),
    waist_cm: cm(worn?.waistCm),
    hips_cm: cm(worn?.hipsCm),
    length_cm: cm(worn?.lengthCm),
    fit_returns: item.fitReturns ? 'yes' : 'no',
    advance_booking: lending.advanceBooking ? 'yes' : 'no',
    turnaround_days: String(lending.turnaroundDays),
  }
}

function choiceCells(item: KnownItem) {
  return recordBy(
    itemChoices,
    ({ inFiles }) => inFiles.name,
    ({ field }) => choiceWords(field, item[field] ?? ''),
  )
}

type Own = { readonly style: string; readonly eventType: string } | null

/** A cell as the form would send it: a whole number, or the choice that it names in any case. */
function fieldValue(column: ImportColumnName, cell: string, own: Own): string {
  if (WHOLE_NUMBERS.includes(column)) return wholeNumberIn(cell)
  if (column === 'replacement_value') return wholeDollarsIn(cell)
  const typed = cell.trim().toLowerCase()
  const choice = choiceOf(column)
  if (!choice) return cell
  const values = [...choice.values, ...(own ? [own.style, own.eventType] : [])]
  return (
    values.find((value) => value.toLowerCase() === typed) ??
    spellings[column]?.[typed.replaceAll(/[\s-]/g, '')] ??
    values.find((value) => choiceTitle(column, value).toLowerCase() === typed) ??
    (column === 'size' ? sizeIn(typed)?.size : wordIn(column, typed, values)) ??
    cell.trim()
  )
}

const MAX_NAME = 100

/** The value that search understands by a word, by the last such one of a path, or by one of several. */
function wordIn(column: ImportColumnName, typed: string, values: readonly string[]) {
  const facet = FACETS[column]
  // Only categories are lists: an item of two colors has neither.
  const words = column === 'category' ? typed.split(',') : [typed]
  const named = words.flatMap((path) =>
    // 'Clothing > Dresses > Cocktail' is a dress.
    path
      .split('>')
      .reverse()
      .flatMap((word) => {
        return (facet && word.length <= MAX_NAME ? valueNamed(facet, word) : null) ?? []
      }),
  )
  return values.find((one) => one === named[0])
}

/** Whether a cell of a column with a list of values can be read as one of them. */
export function understands(column: ImportColumnName, cell: string): boolean {
  const value = fieldValue(column, cell, null)
  return choiceOf(column)?.values.some((one) => one === value) ?? true
}

const READ_BY_MEANING = [
  ...(['size', 'style', 'occasion'] as const),
  ...itemChoices.map(({ inFiles }) => inFiles.name),
]

/**
 * A sentence for each cell that is read as another word or amount than it has. `own`: the words of the
 * item that the row changes, which stay.
 */
export function readAs(given: GivenCells, own: Own): string[] {
  const isRead = (typed: string, value: string) => value.toLowerCase() !== typed.toLowerCase()
  const words = READ_BY_MEANING.flatMap((column) => {
    const typed = given[column]?.trim() ?? ''
    const title = choiceTitle(column, fieldValue(column, typed, own))
    const note = column === 'size' ? sizeNote(typed) : null
    const more = note === null ? '.' : `, and the description says “${note}”.`
    return isRead(typed, title) ? [`“${shortened(typed)}” is read as ${title}${more}`] : []
  })
  const value = given.replacement_value ?? ''
  const dollars = wholeDollarsIn(value)
  return [
    ...words,
    ...(dollars === wholeNumberIn(value)
      ? []
      : [`“${shortened(value.trim())}” is read as $${showNumber(Number(dollars))}.`]),
    ...(given[TYPED_TITLE]
      ? ['The title was too long; the description begins with all of it.']
      : []),
  ]
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

function untitledProblem(cells: string): CellProblem {
  return {
    column: '',
    sentence: `This row has more cells than titles: “${shortened(cells.trim())}”. Text and numbers that contain commas need quotation marks.`,
  }
}

/** One sentence for each cell, by the title of its column. */
function problemsIn(issues: readonly Issue[], cells: GivenCells): CellProblem[] {
  const found = new Map<string, CellProblem>()
  for (const { path, message } of issues) {
    const column = importColumns.find(({ field }) => field === path[0])?.name
    if (column && !found.has(column))
      found.set(column, { column, sentence: sentenceFor(column, cells[column] ?? '', message) })
  }
  return [...found.values()]
}

const MAX_QUOTED = 40

function shortened(text: string): string {
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED).toWellFormed()}…` : text
}

/** Lists the choices of the column, which a form would show. */
function sentenceFor(column: ImportColumnName, cell: string, message: string): string {
  const choice = choiceOf(column)
  const typed = cell.trim()
  if (!choice)
    return NUMBERS.includes(column) && typed !== ''
      ? `The file has “${shortened(typed)}”. ${message}`
      : message
  const words = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(
    choice.values.map((value) => choiceTitle(column, value)),
  )
  if (typed === '') return `${message} It can be ${words}.`
  return `“${shortened(typed)}” is not ${choice.one}. It can be ${words}.`
}

const ROW_PROBLEMS = {
  'sku-twice': { column: 'sku', sentence: 'An earlier row of this file has the same SKU.' },
  closed: { column: '', sentence: 'Only admins can add items at the moment.' },
  'closet-full': {
    column: '',
    sentence: `A closet can have ${showNumber(MAX_CLOSET_ITEMS)} items, ${showNumber(MAX_CLOSET_DRAFTS)} of them without a photo.`,
  },
  'photo-gone': {
    column: 'photo',
    sentence: 'This photo is no longer available. Please import it again.',
  },
} as const satisfies Record<RowReason, CellProblem>

function rowProblem(reason: RowReason): CellProblem {
  return ROW_PROBLEMS[reason]
}

export const NO_ROOM_FOR_PHOTOS = `The photos of your imports that are not in your listings yet can have ${megabytes(MAX_WAITING_PHOTO_BYTES)} and ${showNumber(MAX_WAITING_PHOTOS)} files in total. Please import or discard your other files first. Discarded photos are deleted within an hour.`

const PHOTO_SENTENCES: Readonly<Record<string, string>> = {
  ...imageSentences,
  'no-room': NO_ROOM_FOR_PHOTOS,
  unexpected: uploadFailed('item'),
  encrypted: 'It is protected by a password, so it was not read.',
  archive: 'It is an archive inside the archive, so it was not read.',
  link: 'It is a link to another file, so it was not read.',
  lying: 'Its size does not match the size stated in the ZIP file, so it was not read.',
  'damaged-entry': 'It is damaged and cannot be read.',
  'no-row': 'No row of the file has this SKU.',
  'no-such-place': `An item has at most ${MAX_PHOTOS_OF_ITEM} photos, numbered from 1.`,
  'two-rows':
    'This name fits the SKUs of two rows. Please use the exact SKU of one of them as the file name, or add the photo on the page of its item.',
  'same-place': 'Another file for this item has the same photo number.',
} satisfies Record<LeftOut | ImageProblem['reason'] | 'unexpected', string>

export function photoSentence(reason: string): string {
  return PHOTO_SENTENCES[reason] ?? imageSentences.damaged
}

function photoProblem(fileName: string, reason: string): CellProblem {
  return { column: 'photo', sentence: `${fileName}: ${photoSentence(reason)}` }
}
