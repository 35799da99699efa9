import type { Selectable } from 'kysely'
import {
  itemCategories,
  itemColours,
  itemFabrics,
  itemHemlines,
  itemNecklines,
  itemSleeves,
} from '#db/item-enums.ts'
import type { ClothingItems } from '#db/types.ts'
import { creditsPerWeek } from '#domain/shared/credits.ts'
import { pick, recordBy } from '#domain/shared/records.ts'
import { creditsPerDayFromWeek } from '#domain/shared/rental-price.ts'

// The fields of an item that its lister enters, each with its column. What stores, edits, compares,
// copies, imports, exports, filters or shows fields reads them from here, so that none is forgotten.
// Photos, measurements and lending have tables or rules of their own; only admins choose a brand.

/**
 * Fields with one of a closed list of values, or none. The item's form and page, the search, files
 * of listings and the API list all of them, in this order.
 */
export const itemChoices = [
  {
    field: 'category',
    column: 'category',
    label: 'Category',
    one: 'a category',
    values: itemCategories,
    shownAs: {},
    filter: 'category',
    inFiles: {
      name: 'category',
      description: 'Such as Dress, Gown or Jacket.',
      aliases: ['categories', 'product_category'],
    },
  },
  {
    field: 'colour',
    column: 'colour',
    label: 'Color',
    one: 'a color',
    values: itemColours,
    shownAs: { Grey: 'Gray', Multi: 'Multicolor' },
    filter: 'color',
    inFiles: {
      name: 'color',
      description: 'Such as Black, Gray or Multicolor.',
      aliases: ['colour', 'item_color', 'primary_color'],
    },
  },
  {
    field: 'fabric',
    column: 'fabric',
    label: 'Fabric',
    one: 'a fabric',
    values: itemFabrics,
    shownAs: {},
    filter: 'fabric',
    inFiles: {
      name: 'fabric',
      description: 'Such as Silk, Velvet or Cotton.',
      aliases: ['material'],
    },
  },
  {
    field: 'sleeves',
    column: 'sleeves',
    label: 'Sleeves',
    one: 'a kind of sleeves',
    values: itemSleeves,
    shownAs: {},
    filter: 'sleeves',
    inFiles: {
      name: 'sleeves',
      description: 'Such as Sleeveless or Long sleeves.',
      aliases: ['sleeve', 'sleeve_length', 'sleeve_type', 'sleeve_length_type'],
    },
  },
  {
    field: 'hemline',
    column: 'hemline',
    label: 'Length',
    one: 'a length',
    values: itemHemlines,
    shownAs: {},
    filter: 'length',
    inFiles: {
      name: 'length',
      description: 'Such as Mini, Midi or Maxi.',
      aliases: ['hemline', 'dress_length', 'skirt_length', 'skirt_dress_length_type'],
    },
  },
  {
    field: 'neckline',
    column: 'neckline',
    label: 'Neckline',
    one: 'a neckline',
    values: itemNecklines,
    shownAs: {},
    filter: 'neckline',
    inFiles: {
      name: 'neckline',
      description: 'Such as V-neck, Halter or Strapless.',
      aliases: ['neck', 'neck_type'],
    },
  },
] as const satisfies readonly Choice[]

type Choice = {
  /** Its name in code, forms and the API, which is that of its column. */
  readonly field: keyof ClothingItems
  readonly column: keyof ClothingItems
  readonly label: string
  /** 'a color'. */
  readonly one: string
  readonly values: readonly [string, ...string[]]
  /** Values that have another spelling or name on screen and in files. */
  readonly shownAs: Readonly<Record<string, string>>
  /** Its name in the address of a search. */
  readonly filter: string
  /** Its column in files of listings, with other titles that the column may have. */
  readonly inFiles: {
    readonly name: string
    readonly description: string
    readonly aliases: readonly string[]
  }
}

export const itemFields = [
  { field: 'title', column: 'title', label: 'Title' },
  { field: 'sku', column: 'sku', label: 'SKU' },
  { field: 'description', column: 'description', label: 'Description' },
  { field: 'size', column: 'size', label: 'Size' },
  { field: 'style', column: 'style', label: 'Style' },
  { field: 'eventType', column: 'event_type', label: 'Event type' },
  { field: 'creditsPerWeek', column: 'credits_per_day', label: 'Credits per week' },
  ...itemChoices,
  {
    field: 'replacementValueCents',
    column: 'replacement_value_cents',
    label: 'Replacement value',
  },
  { field: 'fitReturns', column: 'fit_returns', label: 'Fit returns' },
] as const

type Described = (typeof itemFields)[number]
export type ItemField = Described['field']
type ColumnOf<Field> = Extract<Described, { readonly field: Field }>['column']

/** The columns of all fields. */
export type FieldColumns = Pick<Selectable<ClothingItems>, Described['column']>

export type ItemFields = { readonly [Field in ItemField]: FieldColumns[ColumnOf<Field>] }

type RequiredField = 'title' | 'description' | 'size' | 'style' | 'eventType' | 'creditsPerWeek'

/** Fields as entered: optional ones are empty by default, or unchanged. */
export type EnteredFields = Pick<ItemFields, RequiredField> &
  Partial<Omit<ItemFields, RequiredField>>
type EnteredColumns = Pick<FieldColumns, ColumnOf<RequiredField>> &
  Partial<Omit<FieldColumns, ColumnOf<RequiredField>>>

export type ItemChoice = (typeof itemChoices)[number]['field']
export type ItemChoices = Pick<ItemFields, ItemChoice>

const fieldNames = itemFields.map(({ field }) => field)
const columnNames = itemFields.map(({ column }) => column)
const choiceNames = itemChoices.map(({ field }) => field)

/** For a query of items `i`. */
export const fieldColumns = columnNames.map((column) => `i.${column}` as const)
export const choiceColumns = choiceNames.map((column) => `i.${column}` as const)

/** The fields of a row. */
export function fieldsIn(row: FieldColumns): ItemFields {
  const fields = {
    ...row,
    eventType: row.event_type,
    creditsPerWeek: creditsPerWeek(row.credits_per_day),
    replacementValueCents: row.replacement_value_cents,
    fitReturns: row.fit_returns,
  }
  return pick(fields, fieldNames)
}

/** The columns of the given fields. The price is rounded up to a whole number a day (spec 4.1). */
export function columnsOf(fields: EnteredFields): EnteredColumns {
  const columns = {
    ...fields,
    event_type: fields.eventType,
    credits_per_day: creditsPerDayFromWeek(fields.creditsPerWeek),
    replacement_value_cents: fields.replacementValueCents,
    fit_returns: fields.fitReturns,
  }
  return pick(columns, columnNames)
}

/** The fields once these are saved; 10 credits a week become 14. */
export function savedFields(before: ItemFields, entered: EnteredFields): ItemFields {
  const perDay = creditsPerDayFromWeek(entered.creditsPerWeek)
  return { ...before, ...pick(entered, fieldNames), creditsPerWeek: creditsPerWeek(perDay) }
}

/** The fields of something that has more. */
export function fieldsOf(item: ItemFields): ItemFields {
  return pick(item, fieldNames)
}

/** The choices of something that has more. */
export function choicesOf(item: ItemChoices): ItemChoices {
  return pick(item, choiceNames)
}

type Typed = Readonly<Partial<Record<ItemChoice, string | null>>>

/** The choices as typed in a valid form, where empty is none. */
export function choicesIn(typed: Typed): Partial<ItemChoices> {
  const choices = pick(
    eachChoice(({ field }) => (typed[field] === '' ? null : typed[field])),
    choiceNames,
  )
  if (areChoices(choices)) return choices
  throw new Error(`a value outside of its list: ${JSON.stringify(choices)}`)
}

function areChoices(typed: Typed): typed is Partial<ItemChoices> {
  return itemChoices.every(({ field, values }) =>
    [undefined, null, ...values].some((value) => value === typed[field]),
  )
}

/** An object with a value for each choice. */
export function eachChoice<Value>(
  value: (choice: (typeof itemChoices)[number]) => Value,
): Record<ItemChoice, Value> {
  return recordBy(itemChoices, ({ field }) => field, value)
}

/** A value of a field as the site shows it: 'Gray' for 'Grey'. */
export function choiceWords(field: string, value: string): string {
  const shownAs: Readonly<Record<string, string>> =
    itemChoices.find((choice) => choice.field === field)?.shownAs ?? {}
  return shownAs[value] ?? value
}
