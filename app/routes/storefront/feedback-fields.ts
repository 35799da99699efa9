import * as z from 'zod'

const MISSING = 'Please fill in all required fields'

// PostgreSQL's text holds no NUL.
const words = (most: number, tooLong: string) =>
  z
    .string()
    .overwrite((text) => text.replaceAll('\0', '').trim())
    .max(most, tooLong)

/** The fields of the feedback form (shopper §5); the lengths are those of the table. */
export const feedbackForm = z
  .object({
    name: words(120, 'Please use at most 120 characters.'),
    email: words(254, 'Please enter a valid email address.'),
    message: words(5000, 'Please use at most 5,000 characters.'),
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
