import * as z from 'zod'
import { emptyIsNull, lines, phone } from '#app/forms/text-fields.ts'

/** The delivery details of a rental; all of them are optional. */
export const deliveryForm = z.object({
  renter_phone: phone().default('').transform(emptyIsNull),
  delivery_address: lines({ maxLength: 500 }).default('').transform(emptyIsNull),
  delivery_notes: lines({ maxLength: 1000 }).default('').transform(emptyIsNull),
})
