import { columnField, defaultField } from '#app/components/imports/choose-columns.tsx'
import {
  columnOf,
  type FileField,
  fileFieldNamed,
  labelOfField,
  UNCLEAR_PRICE,
} from '#app/components/imports/file-fields.ts'
import { choiceOf } from '#app/components/imports/import-choices.ts'
import { wholeNumberIn } from '#app/components/imports/import-numbers.ts'
import { mappedRow } from '#app/components/imports/mapped-rows.ts'
import type { FileColumn, GivenCells } from '#db/import-rows.ts'
import type { ChosenColumns } from '#domain/catalogue/imports/choose-columns.ts'
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
  const defaults = Object.fromEntries(NEEDED.map((name) => [name, typed(defaultField(name))]))
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

/** A sentence for the field of each column that no row of a new item has a value in. */
export function missingFields(columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    columns.map((name) => [
      defaultField(name),
      `Your file does not say it. Please choose ${choiceOf(name)?.one ?? 'a price'}, or a column above.`,
    ]),
  )
}

/** What each new item needs besides SKU and title. */
const NEEDED = ['size', 'style', 'occasion', 'price'] as const

function wrongDefaults(defaults: GivenCells): Record<string, string> {
  const wrong: Record<string, string> = {}
  for (const name of NEEDED) {
    const value = defaults[name] ?? ''
    if (value === '') continue
    const choice = choiceOf(name)
    if (choice && !choice.values.includes(value)) wrong[name] = 'Please choose from the list.'
    const whole = wholeNumberIn(value)
    if (!choice && !(/^\d{1,9}$/.test(whole) && Number(whole) <= MAX_CREDITS_PER_WEEK))
      wrong[name] =
        `“${value.slice(0, 40).toWellFormed()}” is not a whole number from 0 to ${showNumber(MAX_CREDITS_PER_WEEK)}.`
  }
  return wrong
}
