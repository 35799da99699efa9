import * as z from 'zod'
import { emptyIsNull, lines, phone } from '#app/http/text-fields.ts'

/** Where a rental goes: all of it may stay empty. */
export const deliveryForm = z.object({
  renter_phone: phone().default('').transform(emptyIsNull),
  delivery_address: lines({ longest: 500 }).default('').transform(emptyIsNull),
  delivery_notes: lines({ longest: 1000 }).default('').transform(emptyIsNull),
})
