import * as z from 'zod'
import { emptyIsNull, line, lines } from '#app/forms/text-fields.ts'
import { parseId } from '#domain/shared/ids.ts'

export const MISSING_LOGO = 'Please upload and crop a logo for the brand.'

export const brandForm = z.object({
  name: line({ maxLength: 80, missing: 'Please enter a name.' }),
  description: lines({ maxLength: 2000 }).default('').transform(emptyIsNull),
  deal_details: lines({ maxLength: 200 }).default('').transform(emptyIsNull),
  logo_id: z
    .string(MISSING_LOGO)
    .refine((text) => parseId(text.split(',').at(-1)) !== null, MISSING_LOGO)
    // A newly chosen image follows the existing one.
    .transform((text) => text.split(',').at(-1) ?? ''),
})
