import { columnField, defaultField } from '#app/components/imports/choose-columns.tsx'
import {
  columnOf,
  type FileField,
  fileFieldNamed,
  labelOfField,
  UNCLEAR_PRICE,
} from '#app/components/imports/file-fields.ts'
import { wholeNumberIn } from '#app/components/imports/import-numbers.ts'
import { mappedRow } from '#app/components/imports/mapped-rows.ts'
import type { FileColumn, GivenCells } from '#db/import-rows.ts'
import type { ChosenColumns } from '#domain/catalogue/imports/choose-columns.ts'
import {
  businessEventTypes,
  businessStyles,
  sizes,
} from '#domain/catalogue/items/fields/item-words.ts'
import { MAX_CREDITS_PER_WEEK } from '#domain/catalogue/items/listing/price-change.ts'
import { showNumber } from '#domain/shared/credits.ts'

type MappedImport =
  | { readonly ok: true; readonly value: ChosenColumns }
  /** A sentence for each field, and '' for the form as a whole. */
  | { readonly ok: false; readonly whole: string; readonly fields: Record<string, string> }

/** What the closet has chosen for the columns of its file. */
export function readMapping(form: FormData, fileColumns: readonly FileColumn[]): MappedImport {
  const typed = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const fields: Record<string, string> = {}
  const titles = new Map<string, string>()
  const chosen = fileColumns.flatMap(({ key, title }) => {
    const name = typed(columnField(key))
    const field = fileFieldNamed(name)
    if (name === UNCLEAR_PRICE)
      fields[columnField(key)] = `Please choose what “${title}” means, or “Not imported”.`
    if (!field) return []
    const other = titles.get(columnOf(field))
    if (other !== undefined) fields[columnField(key)] = twice(field, other)
    titles.set(columnOf(field), title)
    return [{ key, field }]
  })
  const defaults = Object.fromEntries(
    Object.keys(DEFAULTS).map((name) => [name, typed(defaultField(name))]),
  )
  for (const [name, sentence] of Object.entries(wrongDefaults(defaults)))
    fields[defaultField(name)] = sentence
  const whole = titles.has('title') ? '' : 'Please choose which column is the title of the item.'
  if (whole !== '' || Object.keys(fields).length > 0) return { ok: false, whole, fields }
  const columns = chosen.map(({ field }) => columnOf(field))
  return {
    ok: true,
    value: {
      columns: [...new Set(['sku', ...columns])],
      fields: new Map(chosen.map(({ key, field }) => [key, field])),
      rowOf: (cells) => mappedRow(cells, chosen),
      defaults: { ...defaults, price: wholeNumberIn(defaults.price ?? '') },
    },
  }
}

function twice(field: FileField, title: string): string {
  return `“${labelOfField(field)}” is already chosen for “${title}”.`
}

const DEFAULTS: Readonly<Record<string, readonly string[] | null>> = {
  size: sizes,
  style: businessStyles,
  occasion: businessEventTypes,
  price: null,
}

function wrongDefaults(defaults: GivenCells): Record<string, string> {
  const wrong: Record<string, string> = {}
  for (const [name, values] of Object.entries(DEFAULTS)) {
    const value = defaults[name] ?? ''
    if (value === '') continue
    if (values && !values.includes(value)) wrong[name] = `Please choose from the list.`
    const whole = wholeNumberIn(value)
    if (!values && !(/^\d{1,9}$/.test(whole) && Number(whole) <= MAX_CREDITS_PER_WEEK))
      wrong[name] =
        `“${value.slice(0, 40).toWellFormed()}” is not a whole number from 0 to ${showNumber(MAX_CREDITS_PER_WEEK)}.`
  }
  return wrong
}
