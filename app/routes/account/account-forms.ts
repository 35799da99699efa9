import * as z from 'zod'
import { email, neededCode, optionalCode, typedPassword } from '#app/http/text-fields.ts'
import { EVERYWHERE_ELSE } from './everywhere-else.ts'

/** How someone confirms their identity. */
const proof = { password: typedPassword('Please enter your password.'), code: optionalCode }

export const newEmailForm = z.object({ email, ...proof })

export const newPasswordForm = z.object({
  current_password: typedPassword('Please enter your current password.'),
  new_password: typedPassword('Please enter a new password.'),
  code: optionalCode,
})

export const proofForm = z.object(proof)

export const codeForm = z.object({ code: neededCode })

export const sessionForm = z.object({
  session: z.union([z.literal(EVERYWHERE_ELSE), z.uuid()], 'This session was not found.'),
  ...proof,
})
