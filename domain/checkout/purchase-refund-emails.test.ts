import { expect, test } from 'vitest'
import { purchaseRefundEmail } from './purchase-refund-emails.ts'

const refund = {
  ...{ name: 'Ada', cents: 3000, credits: 30, staysRevoked: false, note: 'The closet shut down.' },
  ...{ failure: 'declined', origin: 'https://shop.example' },
}

test.each([
  ['started', 'We are refunding $30.00'],
  ['arrived', '$30.00 was refunded to your card'],
  ['failed', 'Your refund of $30.00 failed'],
  ['given-by-hand', '$30.00 was refunded another way'],
] as const)('an email about a refund that has %s links to the statement, if there is a page to link to', (event, subject) => {
  const mail = purchaseRefundEmail(event, refund)
  expect(mail).toMatchObject({ subject, template: `refund-${event}` })
  expect(mail.text).toContain('Hello Ada,')
  expect(mail.text).toContain('30 credits')
  expect(mail.text).toMatch(/See your credits\W+https:\/\/shop.example\/credits#statement/)
  const ofClosedAccount = purchaseRefundEmail(event, { ...refund, origin: null })
  expect(ofClosedAccount.text).not.toMatch(/See your credits|undefined|null/)
  for (const [credits, words] of [
    [1, '1 credit '],
    [2, '2 credits '],
  ] as const)
    expect(purchaseRefundEmail(event, { ...refund, credits }).text).toContain(words)
})

test('the email about a started refund gives the reason of the admin, if there is one', () => {
  const reason = 'The reason: The closet shut down.'
  expect(purchaseRefundEmail('started', refund).text).toContain(reason)
  const without = purchaseRefundEmail('started', { ...refund, note: null }).text
  expect(without).not.toContain('The reason')
  const lines = (text: string) => text.split('\n\n').length
  expect(lines(without)).toBe(lines(purchaseRefundEmail('started', refund).text) - 1)
})
