import { expect, test } from 'vitest'
import { accountDeletedEmail } from '#domain/accounts/sign-in/account-emails.ts'
import { giftEmail, giftReminder } from '#domain/money/gifts/gift-emails.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { renderEmail } from './email.ts'
import { hello, helloCloset } from './names.ts'

const gift = {
  code: 'GIFT-1234',
  credits: 5,
  claimableUntil: 'Feb 20, 2027, 3:15 PM',
  origin: 'https://shop.example',
}

test.for([
  'Hemline Security: confirm at hemline-login.example – Support',
  'www.hemline-login',
  'https://1.2.3.4',
  'A'.repeat(61),
  'Refund of $499 pending call +1 888 555 0123',
  'Go to 185.1.2.3/x',
  'Go to evil/x',
  'Win at evil．com now',
  'Win at evil。com',
  'evil.\u200Bcom',
  'a@b.com',
  'evil.live',
])('emails leave out the name %s', (buyerName) => {
  expect(hello(buyerName)).toBe('Hi,')
  const sent = giftEmail({ ...gift, buyerName })
  expect(sent.subject).toBe('Someone sent you 5 credits')
  expect(sent.paragraphs.join()).toContain('Someone sent you 5 credits for Hemline, where')
  const reminder = giftReminder({ ...gift, buyerName })
  expect(reminder.paragraphs.join()).toContain(
    'You have not claimed your gift yet: 5 credits for Hemline.',
  )
  for (const email of [sent, reminder]) {
    const { text, html } = renderEmail(email, null)
    expect(text + html).not.toContain(buyerName)
  }
})

test.for([
  'Ann Archer',
  'J. R. Smith',
  'Zoë',
  'Nguyễn Thị Ánh',
  'Zoe\u0301 Moss',
  'علي حسن',
  "Dr. O'Neil-Smith Jr.",
])('emails include the name %s', (buyerName) => {
  expect(hello(buyerName)).not.toBe('Hi,')
  expect(giftEmail({ ...gift, buyerName }).subject).toBe(`${buyerName} sent you 5 credits`)
  expect(renderEmail(giftReminder({ ...gift, buyerName }), null).text).toContain(
    `your gift from ${isolated(buyerName)} yet`,
  )
})

test.for([
  ['Maya Ortiz', 'Hi Maya,'],
  ['Maya', 'Hi Maya,'],
  ['Anne-Marie O’Neil', 'Hi Anne-Marie,'],
  ['Zoë Ann Ångström', 'Hi Zoë,'],
  ['The Vintage Room', 'Hi The Vintage Room,'],
  ['Closet on Fifth', 'Hi Closet on Fifth,'],
  ['J. R. Smith', 'Hi J. R. Smith,'],
  ['Dr. Ann Smith', 'Hi Dr. Ann Smith,'],
  ['علي حسن', 'Hi علي حسن,'],
] as const)('%s is greeted with “%s”', ([fullName, greeting]) => {
  expect(hello(fullName)).toBe(greeting)
})

test('a closet is greeted with its whole name', () => {
  expect(helloCloset('Lakeshore Tailors')).toBe('Hi Lakeshore Tailors,')
  expect(helloCloset('www.hemline-login')).toBe('Hi,')
  const farewell = { fullName: 'Lakeshore Tailors', accountType: 'business' } as const
  expect(accountDeletedEmail(farewell).greeting).toBe('Goodbye Lakeshore Tailors,')
})
