import {
  eachChoice,
  type ItemChoice,
  type ItemField,
  type ItemFields,
} from '#domain/catalogue/items/fields/item-fields.ts'

type Plain = Exclude<ItemField, ItemChoice>

/** Two valid values of each field; the first is not its default. */
const plain: { readonly [Field in Plain]: readonly [ItemFields[Field], ItemFields[Field]] } = {
  title: ['Evening gown', 'Winter cape'],
  sku: ['A-1', 'A-2'],
  description: ['Floor length.', 'Hand sewn.'],
  size: ['M', 'L'],
  style: ['Formal', 'Casual'],
  eventType: ['Wedding', 'Party'],
  creditsPerWeek: [28, 35],
  replacementValueCents: [48_000, 52_000],
  fitReturns: [true, false],
}

function samplesAt(index: 0 | 1): ItemFields {
  const choices = eachChoice(({ values }) => values[index])
  const fields = Object.entries(plain).map(([field, values]) => [field, values[index]])
  return { ...Object.fromEntries(fields), ...choices }
}

/** An item's fields, and the same fields with other values. */
export const fieldSamples = [samplesAt(0), samplesAt(1)] as const
