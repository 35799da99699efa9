import * as z from 'zod'
import { email, typedPassword } from '#app/routes/auth/auth-forms.ts'
import { EVERYWHERE_ELSE } from './everywhere-else.ts'

/** A code of the second factor, which only those have to give who have one. */
const code = z.string().max(200, { error: 'Please enter a valid code.', abort: true }).default('')

/** What somebody proves with that it is them. */
const proof = { password: typedPassword('Please enter your password.'), code }

export const newEmailForm = z.object({ email, ...proof })

export const newPasswordForm = z.object({
  current_password: typedPassword('Please enter your current password.'),
  new_password: typedPassword('Please enter a new password.'),
  code,
})

export const proofForm = z.object(proof)

export const codeForm = z.object({
  code: z
    .string('Please enter the code.')
    .max(200, { error: 'Please enter a valid code.', abort: true })
    .transform((text) => text.replaceAll(/\s/g, ''))
    .refine((text) => text !== '', 'Please enter the code.')
    .refine((text) => text.length <= 40, 'Please enter a valid code.'),
})

export const sessionForm = z.object({
  session: z.union([z.literal(EVERYWHERE_ELSE), z.uuid()], 'This session was not found.'),
  ...proof,
})
