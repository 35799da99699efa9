import { expect, test } from 'vitest'
import { renderEmail } from '#domain/outbound/mail/email.ts'
import { purchaseRefundEmail } from './purchase-refund-emails.ts'

const refund = {
  ...{ name: 'Ada', cents: 3000, credits: 30, note: 'The closet shut down.' },
  ...{ returned: { usable: 30, onHold: 0, inCode: 0 } },
  ...{ failure: 'declined', origin: 'https://shop.example' },
}

type Event = Parameters<typeof purchaseRefundEmail>[0]
type Details = Parameters<typeof purchaseRefundEmail>[1]

const textOf = (event: Event, over: Partial<Details> = {}) =>
  renderEmail(purchaseRefundEmail(event, { ...refund, ...over }), null).text

test.each([
  ['started', 'We are refunding $30.00'],
  ['arrived', '$30.00 was refunded to your card'],
  ['failed', 'Your refund of $30.00 failed'],
  ['given-by-hand', '$30.00 was refunded another way'],
] as const)('an email about a refund that has %s links to the statement, if there is a page to link to', (event, subject) => {
  const mail = purchaseRefundEmail(event, refund)
  expect(mail).toMatchObject({ subject, template: `refund-${event}` })
  const text = textOf(event)
  expect(text).toContain('Hi Ada,')
  expect(text).toContain('30 credits')
  expect(text).toMatch(/See your credits\W+https:\/\/shop.example\/credits#statement/)
  expect(textOf(event, { origin: null })).not.toMatch(/See your credits|undefined|null/)
  for (const [credits, words] of [
    [1, '1 credit '],
    [2, '2 credits '],
  ] as const) {
    const returned = { ...refund.returned, usable: credits }
    expect(textOf(event, { credits, returned })).toContain(words)
  }
})

test('the email about a started refund gives the reason of the admin, if there is one', () => {
  const reason = 'The reason: The closet shut down.'
  expect(textOf('started')).toContain(reason)
  const without = textOf('started', { note: null })
  expect(without).not.toContain('The reason')
  const lines = (text: string) => text.split('\n\n').length
  expect(lines(without)).toBe(lines(textOf('started')) - 1)
})

test.each([
  [{ usable: 30, onHold: 0, inCode: 0 }, '30 credits are back in your account.'],
  [
    { usable: 15, onHold: 0, inCode: 15 },
    '15 credits are back in your account. The gift code for 15 credits is valid again.',
  ],
  [
    { usable: 0, onHold: 30, inCode: 0 },
    '30 credits are back, but on hold until the dispute is resolved.',
  ],
  [
    { usable: 1, onHold: 0, inCode: 0 },
    '1 credit is back in your account. 29 credits are not back, because part of the payment was disputed or refunded separately.',
  ],
  [
    { usable: 0, onHold: 0, inCode: 0 },
    '30 credits are not back, because part of the payment was disputed or refunded separately.',
  ],
  [null, 'The money is still yours.'],
])('the email about a failed refund with %j says which credits are back, and where', (returned, words) => {
  const text = textOf('failed', { returned })
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`${words} We are looking into it`)
})
