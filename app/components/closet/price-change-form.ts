import * as z from 'zod'
import { creditsPerWeekField } from '#app/components/manage/item-form.ts'
import { checkForm } from '#app/forms/forms.ts'
import { wholeNumber } from '#app/forms/text-fields.ts'
import {
  MAX_CREDITS_PER_WEEK,
  MAX_PERCENT,
  type PriceChange,
  priceChangeKinds,
} from '#domain/catalogue/items/listing/price-change.ts'
import { showNumber } from '#domain/shared/credits.ts'

/** From 1 to `max`, in the words of the field. */
const upTo = (max: number) =>
  wholeNumber({
    ...{ min: 1, max },
    wrong: `Please enter a whole number from 1 to ${showNumber(max)}.`,
  })

const amounts = {
  set: creditsPerWeekField('closet'),
  'raise-percent': upTo(MAX_PERCENT['raise-percent']),
  'lower-percent': upTo(MAX_PERCENT['lower-percent']),
  'raise-credits': upTo(MAX_CREDITS_PER_WEEK),
  'lower-credits': upTo(MAX_CREDITS_PER_WEEK),
} as const satisfies Record<PriceChange['by'], z.ZodType<number, unknown>>

/** Reads how prices change: `price_by` and `price`. */
export function readPriceChange(form: FormData) {
  const by = priceChangeKinds.find((kind) => kind === form.get('price_by')) ?? 'set'
  const read = checkForm(z.object({ price: amounts[by] }), form)
  return read.ok
    ? { ok: true as const, value: { by, amount: read.value.price } satisfies PriceChange }
    : read
}
