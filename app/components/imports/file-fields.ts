import { capitalized } from '#domain/shared/capitalized.ts'
import { type ImportColumnName, importColumns } from './import-columns.ts'

// What a column of a file can be: one of our columns, or a price in another unit.

export type FileField = ImportColumnName | 'dollars_a_week' | 'dollars_a_day'

/** A column whose title could be any price: its closet says which. */
export const UNCLEAR_PRICE = 'unclear'

const LABELS: Readonly<Partial<Record<string, string>>> = {
  sku: 'SKU',
  price: 'Price in credits a week',
  replacement_value: 'Replacement value, or retail price',
}

/** All of them as options of a choice. */
export const fileFields: readonly { readonly value: FileField; readonly label: string }[] =
  importColumns.flatMap(({ name }) => [
    { value: name, label: LABELS[name] ?? labelOf(name) },
    ...(name === 'price'
      ? ([
          { value: 'dollars_a_week', label: 'Price in dollars a week' },
          { value: 'dollars_a_day', label: 'Price in dollars a day' },
        ] as const)
      : []),
  ])

/** 'Bust (cm)' for 'bust_cm'. */
function labelOf(name: string): string {
  return capitalized(name.replaceAll('_', ' ').replace(/ cm$/, ' (cm)'))
}

export function fileFieldNamed(name: string): FileField | null {
  return fileFields.find(({ value }) => value === name)?.value ?? null
}

export function labelOfField(field: string): string {
  return fileFields.find(({ value }) => value === field)?.label ?? field
}

/** The column of ours that a field fills. */
export function columnOf(field: FileField): ImportColumnName {
  return field === 'dollars_a_week' || field === 'dollars_a_day' ? 'price' : field
}
