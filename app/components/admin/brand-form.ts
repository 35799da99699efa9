import * as z from 'zod'
import { parseId } from '#domain/shared/ids.ts'

export const MISSING_LOGO = 'Please upload and crop a logo for the brand.'

const optionalText = (longest: number, sentence: string) =>
  z
    .string()
    .default('')
    .transform((text) => text.replaceAll('\0', '').replaceAll('\r\n', '\n').trim())
    .refine((text) => [...text].length <= longest, sentence)
    .transform((text) => text || null)

/** The form of a brand (spec 12.4). */
export const brandForm = z.object({
  name: z
    .string('Please enter a name.')
    .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
    .refine((text) => text !== '', 'Please enter a name.')
    .refine((text) => [...text].length <= 80, 'Please keep the name to 80 characters.'),
  description: optionalText(2000, 'Please keep the description to 2,000 characters.'),
  deal_details: optionalText(200, 'Please keep the deal to 200 characters.'),
  logo_id: z
    .string(MISSING_LOGO)
    .refine((text) => parseId(text.split(',').at(-1)) !== null, MISSING_LOGO)
    // A newly chosen picture comes behind the one that was there.
    .transform((text) => text.split(',').at(-1) ?? ''),
})
