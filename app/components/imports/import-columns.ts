import { stretches } from '#db/enums.ts'
import { itemChoices } from '#domain/catalogue/items/fields/item-fields.ts'
import {
  businessEventTypes,
  businessStyles,
  sizes,
} from '#domain/catalogue/items/fields/item-words.ts'
import { MAX_TURNAROUND_DAYS } from '#domain/catalogue/items/listing/turnaround.ts'
import aliases from './column-aliases.json' with { type: 'json' }

export type ImportColumn = {
  readonly name: string
  /** The field of the item's form that it fills. */
  readonly field: string
  readonly description: string
  readonly aliases?: readonly string[]
}

/** 'none, some, or much.' */
const oneOf = (values: readonly string[]) =>
  `${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(values)}.`

const YES_OR_NO = oneOf(['yes', 'no'])

/** All columns that are read, in the order of exported files. */
export const importColumns = [
  {
    name: 'sku',
    field: 'sku',
    description:
      'Your own code for the item. It decides whether a row changes an item or adds one.',
  },
  { name: 'title', field: 'title', description: 'As shoppers see it.' },
  {
    name: 'description',
    field: 'description',
    description: 'Fabric, fit, what to wear it with. HTML becomes plain text.',
  },
  { name: 'size', field: 'size', description: oneOf(sizes) },
  { name: 'style', field: 'style', description: oneOf(businessStyles) },
  { name: 'occasion', field: 'event_type', description: oneOf(businessEventTypes) },
  {
    name: 'price',
    field: 'credits_per_week',
    description: 'Credits per week, a whole number. It is rounded up to a multiple of 7.',
  },
  ...itemChoices.map(({ field, inFiles }) => ({ field, ...inFiles })),
  {
    name: 'replacement_value',
    field: 'replacement_value',
    description: 'Whole dollars; shoppers do not see it.',
  },
  { name: 'stretch', field: 'stretch', description: oneOf(stretches) },
  { name: 'bust_cm', field: 'bust', description: 'As worn, in centimeters.' },
  { name: 'waist_cm', field: 'waist', description: 'As worn, in centimeters.' },
  { name: 'hips_cm', field: 'hips', description: 'As worn, in centimeters.' },
  { name: 'length_cm', field: 'length', description: 'In centimeters.' },
  {
    name: 'fit_returns',
    field: 'fit_returns',
    description: `Whether it can be sent back: ${YES_OR_NO}`,
  },
  {
    name: 'advance_booking',
    field: 'advance_booking',
    description: `Whether it can be booked ahead: ${YES_OR_NO}`,
  },
  {
    name: 'turnaround_days',
    field: 'turnaround_days',
    description: `Days between rentals, 0 to ${MAX_TURNAROUND_DAYS}.`,
  },
] as const satisfies readonly ImportColumn[]

export type ImportColumnName = (typeof importColumns)[number]['name']

export const NEEDED_COLUMNS = ['sku', 'title'] as const satisfies readonly ImportColumnName[]

/** Columns of files that we have written, which are not read. */
export const OWN_COLUMNS: readonly string[] = ['id', 'why']

/** 'bust_cm' for 'Bust (cm)'. */
export function nameOfTitle(title: string): string {
  return (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join('_')
}

/** Other titles that a column may have. */
const ALIASES: Readonly<Partial<Record<string, readonly string[]>>> = aliases

/** The column with a title, however it is written: 'Event type', 'event_type', 'Bust (cm)'. */
export function columnTitled(title: string): ImportColumnName | null {
  const name = nameOfTitle(title)
  const columns: readonly (ImportColumn & { readonly name: ImportColumnName })[] = importColumns
  const isKnown = ({ name: own, aliases = ALIASES[own] }: ImportColumn) =>
    own === name || aliases?.includes(name)
  return columns.find(isKnown)?.name ?? null
}
