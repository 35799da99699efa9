import * as z from 'zod'

function optionalText(longest: number) {
  return z
    .string()
    .default('')
    .transform((text) => text.replaceAll('\r\n', '\n').trim() || null)
    .refine(
      (text) => text === null || [...text].length <= longest,
      `Please keep this to ${longest} characters.`,
    )
}

/** Where a rental goes: all of it may stay empty. */
export const deliveryForm = z.object({
  renter_phone: optionalText(40),
  delivery_address: optionalText(500),
  delivery_notes: optionalText(1000),
})
