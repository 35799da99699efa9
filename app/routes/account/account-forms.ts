import * as z from 'zod'
import { email } from '#app/routes/auth/auth-forms.ts'

/** The password that somebody has, as a proof that it is them. */
const ownPassword = z.string('Please enter your password.').min(1, 'Please enter your password.')

export const newEmailForm = z.object({ email, password: ownPassword })

export const newPasswordForm = z.object({
  current_password: z
    .string('Please enter your current password.')
    .min(1, 'Please enter your current password.'),
  new_password: z.string('Please enter a new password.').min(1, 'Please enter a new password.'),
})

export const passwordForm = z.object({ password: ownPassword })

export const codeForm = z.object({
  code: z
    .string('Please enter the code.')
    .transform((text) => text.replaceAll(/\s/g, ''))
    .refine((text) => text !== '', 'Please enter the code.')
    .refine((text) => text.length <= 40, 'That is not a code.'),
})

export const sessionForm = z.object({ session: z.uuid('There is no such session.') })
