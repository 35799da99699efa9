import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { brandForm } from '#app/components/admin/brand-form.ts'
import { applicationForm } from '#app/components/closet/application-form.ts'
import { itemForm } from '#app/components/manage/item-form.ts'
import { profileForm } from '#app/routes/account/profile-form.ts'
import { deliveryForm } from '#app/routes/account/rentals/delivery-form.ts'
import {
  codeForm,
  newEmailForm,
  newPasswordForm,
} from '#app/routes/account/sign-in/account-forms.ts'
import { signInForm, signUpForm } from '#app/routes/auth/auth-forms.ts'
import { feedbackForm } from '#app/routes/storefront/feedback-fields.ts'
import { passwordWeaknesses } from '#domain/accounts/sign-in/passwords.ts'
import { fullName, instagramName, line, lines, phone } from './text-fields.ts'

const forms = {
  applicationForm,
  brandForm,
  codeForm,
  deliveryForm,
  feedbackForm,
  itemForm: itemForm('closet'),
  newEmailForm,
  newPasswordForm,
  profileForm,
  signInForm,
  signUpForm,
} satisfies Record<string, z.ZodObject>

const HUGE = 250_000
const kinds = ['1', 'a', ' ', '/', '(', '.', '-', '@', ',', '\n', '\0', '_', 'é', '😀']
const endings = ['!', '\nx', '@x', 'x1']
const huge = kinds.flatMap((kind) => endings.map((end) => kind.repeat(HUGE) + end))

describe('a field of 250,000 equal characters is refused quickly', () => {
  test.each(Object.entries(forms))('%s', (_name, form) => {
    const begun = performance.now()
    for (const name of Object.keys(form.shape)) {
      for (const text of huge) form.safeParse({ [name]: text })
    }
    // There are hundreds of checks; a single one with quadratic time takes many times as long.
    expect(performance.now() - begun).toBeLessThan(10_000)
  })

  test('passwords', () => {
    const begun = performance.now()
    for (const text of huge) {
      expect(passwordWeaknesses(text, { fullName: 'Ann', email: 'ann@example.test' })).toEqual([
        'too-long',
      ])
    }
    expect(performance.now() - begun).toBeLessThan(10_000)
  })
})

const parsed = (field: z.ZodType, text: unknown) => {
  const read = field.safeParse(text)
  return read.success ? { value: read.data } : read.error.issues.map(({ message }) => message)
}

test('a line has one blank where several were typed', () => {
  expect(parsed(line({ maxLength: 20 }), 'Zed \u00a0 &  Co')).toEqual({ value: 'Zed & Co' })
})

test('control characters become blanks in a line, and are removed from several lines', () => {
  expect(parsed(line({ maxLength: 20 }), ' a\0\r\nb\t ')).toEqual({ value: 'a b' })
  expect(parsed(lines({ maxLength: 20 }), '\0a\r\n\tb\u0007 ')).toEqual({ value: 'a\n\tb' })
})

test('lengths count characters, without the blanks around them', () => {
  expect(parsed(line({ maxLength: 3 }), '  😀😀😀  ')).toEqual({ value: '😀😀😀' })
  expect(parsed(line({ maxLength: 3 }), 'four')).toEqual(['Please keep it to 3 characters.'])
  expect(parsed(lines({ maxLength: 2000 }), 'x'.repeat(2001))).toEqual([
    'Please keep it to 2,000 characters.',
  ])
})

test('a required field rejects blank input', () => {
  const field = line({ maxLength: 3, missing: 'Please say.' })
  for (const text of [undefined, '', ' \n ']) expect(parsed(field, text)).toEqual(['Please say.'])
  expect(parsed(line({ maxLength: 3 }), ' ')).toEqual({ value: '' })
})

test.each(['+1 (212) 555-0188', '212.555.0188 x12', '555 0100'])('%s is a phone number', (text) => {
  expect(parsed(phone(), text)).toEqual({ value: text })
})

test.each([
  'call me',
  '()',
  '212-555-0188!',
  '+',
  '5',
  '123 456',
  '555 01 x2345',
  '12x',
  'x12',
])('%s is not a phone number', (text) => {
  expect(parsed(phone(), text)).toEqual([expect.stringMatching(/valid phone number, such as/)])
})

test.each([
  'ann.archer',
  '@ann.archer',
  'https://www.instagram.com/ann.archer/',
  'instagram.com/ann.archer?hl=en',
  ' ann.archer/reels/x ',
])('the name is read from %s', (text) => {
  expect(parsed(instagramName(), text)).toEqual({ value: 'ann.archer' })
})

test.for([
  '\u200B',
  '\u3164',
  '\u2800',
  '\u202E',
  '---',
  '\uFE0F',
  '👗',
])('a name without a letter or a number is refused: "%s"', (name) => {
  expect(parsed(fullName, name)).toEqual(['Please enter your full name.'])
})

test('a title of marks alone is missing', () => {
  expect(parsed(line({ maxLength: 20, missing: 'Missing.' }), '\uFE0F\u0301')).toEqual(['Missing.'])
})

test.for([
  ['212\u2011555\u20110100', '212-555-0100'],
  ['212\u2013555\u20130100', '212-555-0100'],
  ['(212) 555-0100 ext. 4021', '(212) 555-0100 x4021'],
  ['212.555.0100 Extension 7', '212.555.0100 x7'],
  ['212 555 0100, ext 12', '212 555 0100 x12'],
  ['212 555 0100 #12', '212 555 0100 x12'],
  ['２１２ ５５５ ０１００', '212 555 0100'],
  ['+1 212 555 0100 x12', '+1 212 555 0100 x12'],
])('the phone number %s is read as %s', ([typed, read]) => {
  expect(parsed(phone(), typed)).toEqual({ value: read })
})
