import * as z from 'zod'
import { email, fullName, typedPassword } from '#app/forms/text-fields.ts'

const password = typedPassword('Please enter your password.')

export const signInForm = z.object({ email, password })
export const signUpForm = z.object({ full_name: fullName, email, password })
export const forgotForm = z.object({ email })
export const resetForm = z.object({ password })
