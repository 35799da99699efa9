import type { ItemId } from '#db/ids.ts'
import { oneLine } from '#domain/shared/plain-text.ts'

export const MAX_SKU = 64

/** A SKU in the form in which all are stored and compared: one line, accents composed. */
export function cleanSku(text: string): string {
  return oneLine(text).normalize('NFC')
}

/** The name of an item in a listings file: its SKU, or a name made of its id. */
export function skuOf({ id, sku }: { readonly id: ItemId; readonly sku: string | null }): string {
  return sku ?? `item-${id.slice(-12)}`
}

/** Whether this can be the name of an item without a SKU. */
export function isGeneratedSku(sku: string): boolean {
  return /^item-[0-9a-f]{12}$/.test(sku)
}
