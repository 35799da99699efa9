import { expect, test } from 'vitest'
import commonPasswords from './common-passwords.json' with { type: 'json' }
import { MIN_PASSWORD_LENGTH } from './password-length.ts'
import { passwordWeaknesses } from './passwords.ts'

const ada = { fullName: 'Ada Lovelace', email: 'ada.lovelace+shop@example.test' }

test.for([
  ['seven7!', ['too-short']],
  ['👗👗👠👠👜👜', ['too-short']],
  ['x'.repeat(129), ['too-long', 'one-character-repeated']],
  ['aaaaaaaaaa', ['one-character-repeated']],
  ['password', ['common']],
  ['PassWord', ['common']],
  ['Password2026!', ['common']],
  ['trustno1', ['common']],
  ['lovelace', ['contains-name-or-email']],
  ['Lovelace1815', ['contains-name-or-email']],
  ['ADA.LOVELACE+SHOP@EXAMPLE.TEST', ['contains-name-or-email']],
  ['hemline1', ['common']],
  ['MyHemline24', ['common']],
  ['closetdress', ['common']],
  ['try-hemline-once', ['common']],
  ['', ['too-short']],
] as const)('%s is refused: %s', ([password, weaknesses]) => {
  expect(passwordWeaknesses(password, ada)).toEqual(weaknesses)
})

test.for([
  'silk and linen',
  '83920174650913',
  'Lovelace sews at midnight',
  '👗👠👜🧥🧣🧤👒👓',
  'пароль-из-шёлка',
  `${'ab'.repeat(64)}`,
])('%s is accepted', (password) => {
  expect(passwordWeaknesses(password, ada)).toEqual([])
})

test('a short name rules out no password', () => {
  expect(passwordWeaknesses('aljoealjoe', { fullName: 'Al Joe', email: 'al@x.test' })).toEqual([])
})

test('the 3,000 most common passwords of our length, and as many again, are refused', () => {
  const long = commonPasswords.filter((one) => one.length >= MIN_PASSWORD_LENGTH)
  expect(long.length).toBeGreaterThanOrEqual(6_000)
  const stored = long.filter((one) => !passwordWeaknesses(one, ada).includes('common'))
  expect(stored).toEqual([])
})
