import * as z from 'zod'
import { email, line, neededCode, optionalCode, typedPassword } from '#app/forms/text-fields.ts'
import { API_TOKEN_DAYS, MAX_TOKEN_NAME } from '#domain/accounts/tokens/api-token-limits.ts'
import { EVERYWHERE_ELSE } from './everywhere-else.ts'

/** How someone confirms their identity. */
const proof = { password: typedPassword('Please enter your password.'), code: optionalCode }

export const newEmailForm = z.object({ email, ...proof })

export const newPasswordForm = z.object({
  current_password: typedPassword('Please enter your current password.'),
  new_password: typedPassword('Please enter a new password.'),
  code: optionalCode,
})

const DAYS_WRONG = 'Please choose when it expires.'

export const apiTokenForm = z.object({
  name: line({ maxLength: MAX_TOKEN_NAME, missing: 'Please enter a name.' }),
  days: z
    .enum(API_TOKEN_DAYS.map(String), DAYS_WRONG)
    .transform((text) => API_TOKEN_DAYS.find((days) => String(days) === text) ?? API_TOKEN_DAYS[0]),
  ...proof,
})

export const proofForm = z.object(proof)

export const codeForm = z.object({ code: neededCode })

export const sessionForm = z.object({
  session: z.union([z.literal(EVERYWHERE_ELSE), z.uuid()], 'This session was not found.'),
  ...proof,
})
