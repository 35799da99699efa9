import * as z from 'zod'
import { line, lines } from '#app/forms/text-fields.ts'

const MISSING = 'Please fill in all required fields'

/** The fields of the feedback form (spec 16); the lengths are those of the table. */
export const feedbackForm = z
  .object({
    name: line({ maxLength: 120 }),
    email: line({ maxLength: 254 }),
    message: lines({ maxLength: 5000 }),
  })
  .superRefine(({ name, email, message }, check) => {
    if (!name || !email || !message) {
      check.addIssue({ code: 'custom', path: ['form'], message: MISSING })
    } else if (!z.email().safeParse(email).success) {
      check.addIssue({
        code: 'custom',
        path: ['email'],
        message: 'Please enter a valid email address.',
      })
    }
  })
