import { expect, test } from 'vitest'
import { giftEmail, giftReminder } from '#domain/gift-codes/gift-emails.ts'
import { hello } from './names.ts'

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
  expect(hello(buyerName)).toBe('Hello,')
  const sent = giftEmail({ ...gift, buyerName })
  expect(sent.subject).toBe('Someone sent you 5 credits')
  expect(sent.text).toContain('Someone sent you 5 credits for Hemline, where')
  const reminder = giftReminder({ ...gift, buyerName })
  expect(reminder.text).toContain('You have not claimed your gift yet: 5 credits for Hemline.')
  for (const { text, html } of [sent, reminder]) expect(text + html).not.toContain(buyerName)
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
  expect(hello(buyerName)).toBe(`Hello ${buyerName},`)
  expect(giftEmail({ ...gift, buyerName }).subject).toBe(`${buyerName} sent you 5 credits`)
  expect(giftReminder({ ...gift, buyerName }).text).toContain(`your gift from ${buyerName} yet`)
})
