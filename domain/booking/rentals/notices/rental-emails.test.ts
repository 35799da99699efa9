import { expect, test } from 'vitest'
import type { RentalEvent } from '#db/jobs.ts'
import { newId } from '#domain/shared/ids.ts'
import type { EmailDetails, Words } from './email-words.ts'
import { ASKS_OWNER, ownerEmails } from './owner-emails.ts'
import { rentalEmails } from './rental-emails.ts'

const details: EmailDetails = {
  rentalId: newId(),
  title: 'Gown',
  dates: 'from Feb 17, 2027 to Feb 20, 2027',
  answerBy: 'Tue, Feb 16, 6 PM UTC',
  lastDay: 'Feb 20, 2027',
  isRequest: false,
  wasAccepted: true,
  proposed: {
    dates: 'from Feb 20, 2027 to Feb 26, 2027',
    answerBy: 'Tue, Feb 16, 6 PM UTC',
    credits: '7 credits',
    price: '',
  },
  isOver: false,
  turnaround: '',
  credits: '7 credits',
  creditsOfRenter: '7 credits',
  creditsReturned: '',
  creditsTaken: '',
  lateGoodwill: 0,
  renterName: 'Ann',
  ownerName: 'Eve',
  closetContact: '',
  handover: '',
  chosenForCloset: '',
  chosenForRenter: '',
  willArrange: '',
  lateName: '',
  decidedAt: '',
  isAtRisk: true,
  replacements: [],
  isLateSentBack: false,
  returnInstructions: [],
  tracking: '',
  withheldCents: 0,
  restCents: 0,
  conditionNotes: null,
  photos: false,
  ownerPage: '/business/rentals/1',
  by: 'system',
  origin: 'https://shop.example',
}

const delivered: Words = ({ title }) => [`${title} was delivered`, 'Enjoy it.']
const howToReturn: Words = ({ title }) => [`How to return ${title}`, 'Send it back.']

test('an event can have several emails, each with its own template', () => {
  const emails = { deliver: [delivered, howToReturn], accept: delivered }
  const sent = (
    ...[event, side]: [event: 'deliver' | 'accept' | 'cancel', side: 'renter' | 'owner']
  ) =>
    rentalEmails(event, side, details, emails).map(({ template, subject }) => [template, subject])
  expect(sent('deliver', 'renter')).toEqual([
    ['rental-deliver', 'Gown was delivered'],
    ['rental-deliver-2', 'How to return Gown'],
  ])
  expect(sent('deliver', 'owner')).toEqual([
    ['rental-deliver-owner', 'Gown was delivered'],
    ['rental-deliver-2-owner', 'How to return Gown'],
  ])
  expect(sent('accept', 'renter')).toEqual([['rental-accept', 'Gown was delivered']])
  expect(sent('cancel', 'renter')).toEqual([])
})

test('nobody is emailed about their own step, except confirmations to the renter', () => {
  const by = (side: 'renter' | 'owner') => ({ ...details, by: side })
  expect(rentalEmails('deliver', 'owner', by('owner'), { deliver: delivered })).toEqual([])
  expect(rentalEmails('cancel', 'owner', by('owner'), { cancel: delivered })).toEqual([])
  expect(rentalEmails('send-back', 'renter', by('renter'), { 'send-back': delivered })).toEqual([])
  expect(rentalEmails('cancel', 'renter', by('renter'), { cancel: delivered })).toHaveLength(1)
})

/** Greeting, subject and paragraphs, and the address behind the button. */
function written(event: RentalEvent, side: 'renter' | 'owner', over: Partial<EmailDetails> = {}) {
  const [email] = rentalEmails(event, side, { ...details, ...over })
  const { greeting, subject, paragraphs, button } = email ?? expect.unreachable(event)
  return [greeting, subject, ...paragraphs, button?.url]
}

const TO_RENTER = ['Hi Ann,', `https://shop.example/my-rentals/${details.rentalId}`] as const
const TO_OWNER = ['Hi Eve,', 'https://shop.example/business/rentals/1'] as const

test('the email about a canceled rental says who canceled it', () => {
  const subjects = {
    renter: 'Your rental of Gown was canceled',
    owner: 'The rental of Gown was canceled',
  }
  const when = 'from Feb 17, 2027 to Feb 20, 2027.'
  const creditsReturned = 'Your 7 credits are back.'
  for (const [by, who] of [
    ['renter', 'You canceled your rental of'],
    ['owner', 'Eve canceled your rental of'],
    ['admin', 'Hemline canceled your rental of'],
  ] as const)
    expect(written('cancel', 'renter', { by, creditsReturned })).toEqual([
      ...[TO_RENTER[0], subjects.renter, `${who} Gown ${when}`, creditsReturned, TO_RENTER[1]],
    ])
  expect(written('cancel', 'renter', { by: 'renter' })).toHaveLength(4)
  const [, subject, words] = written('cancel', 'renter', { by: 'owner', wasAccepted: false })
  const declined = 'Eve declined your request for Gown'
  expect([subject, words]).toEqual([declined, `${declined} ${when}`])
  for (const [by, who] of [
    ['renter', 'Ann'],
    ['admin', 'Hemline'],
  ] as const)
    expect(written('cancel', 'owner', { by })).toEqual([
      ...[TO_OWNER[0], subjects.owner, `${who} canceled the rental of Gown ${when}`],
      ...['The item can be rented again.', TO_OWNER[1]],
    ])
})

test('the email about a withheld deposit gives the reason, the photos and the time to appeal', () => {
  const appeal =
    'If you do not agree, you can appeal within seven days on your rental page. We can reduce the amount or return it.'
  const rest =
    'The rest will be refunded to your card after two days, once you have no other rental open. To rent before then, you can top up your deposit on any item page.'
  const withheld = ['$12.50 of your deposit was kept', 'Eve kept $12.50 of your deposit for Gown.']
  const amounts = { withheldCents: 1250, restCents: 3750 }
  expect(written('keep-deposit', 'renter', amounts)).toEqual([
    ...[TO_RENTER[0], ...withheld, appeal, rest, TO_RENTER[1]],
  ])
  const shown = { ...amounts, conditionNotes: 'Torn hem', photos: true }
  expect(written('keep-deposit', 'renter', shown)).toEqual([
    ...[TO_RENTER[0], ...withheld, 'Reason: “Torn hem”'],
    ...[`${appeal} The photos taken at return are there, too.`, rest, TO_RENTER[1]],
  ])
  expect(written('keep-deposit', 'renter', { ...amounts, restCents: 0 })).toEqual([
    ...[TO_RENTER[0], ...withheld, appeal],
    ...['To rent again, you can pay a new deposit on any item page.'],
    TO_RENTER[1],
  ])
})

test('a delivery that is recorded after the last day asks for the item back', () => {
  const words = (side: 'renter' | 'owner', isOver: boolean) =>
    written('deliver', side, { isOver, by: 'admin' })[2]
  expect(words('renter', false)).toBe(
    'Eve marked Gown as delivered. Enjoy it, and please return it by Feb 20, 2027.',
  )
  expect(words('renter', true)).toBe(
    'Eve marked Gown as delivered. It was due back on Feb 20, 2027; if you still have it, please return it now.',
  )
  expect([words('owner', false), words('owner', true)]).toEqual([
    'Hemline marked Gown as delivered to Ann. It is due back on Feb 20, 2027.',
    'Hemline marked Gown as delivered to Ann. It was due back on Feb 20, 2027.',
  ])
})

test('the emails about a rental at risk say whether the item has been sent back', () => {
  const at = { lateName: 'Ida', decidedAt: 'Feb 16, 2027, 6:00 PM EST' }
  const words = (side: 'renter' | 'owner', isLateSentBack: boolean) =>
    written('at-risk', side, { ...at, isLateSentBack }).slice(2, -1)
  const dates = 'from Feb 17, 2027 to Feb 20, 2027.'
  expect(words('renter', false)[0]).toBe(
    `The previous rental of Gown is late, and yours is ${dates} We have asked for it back.`,
  )
  expect(words('renter', true)[0]).toBe(
    `Gown was sent back, but it has not arrived yet. Your rental is ${dates}`,
  )
  const otherwise =
    'If you do not mark it as returned by Feb 16, 2027, 6:00 PM EST, we will cancel that rental and return the credits.'
  expect(words('owner', false)).toEqual([
    `Gown is late, and Ann has rented it ${dates}`,
    `${otherwise} Please ask Ida to return it.`,
  ])
  expect(words('owner', true)).toEqual([
    `Ida has sent Gown back, but it is not marked as returned yet. Ann has rented it ${dates}`,
    otherwise,
  ])
})

test('the email about an approved return quotes the note on its condition', () => {
  const complete = [
    'Your rental of Gown is complete',
    'Gown came back in good condition. None of your deposit was kept.',
  ]
  const words = (conditionNotes: string | null) =>
    written('approve-condition', 'renter', { conditionNotes }).slice(1, -1)
  expect(words(null)).toEqual(complete)
  expect(words('A loose thread')).toEqual([...complete, 'Note on its condition: “A loose thread”'])
})

test('emails show a deposit of whole dollars with two decimals', () => {
  const words = (event: RentalEvent, side: 'renter' | 'owner') =>
    written(event, side, { withheldCents: 2000 }).slice(1, 3)
  expect(words('keep-deposit', 'renter')).toEqual([
    '$20.00 of your deposit was kept',
    'Eve kept $20.00 of your deposit for Gown.',
  ])
  expect(words('keep-deposit', 'owner')).toEqual([
    '$20.00 of the deposit for Gown was kept',
    'Hemline kept $20.00 of Ann’s deposit for Gown.',
  ])
  expect(words('reduce-withheld', 'renter')).toEqual([
    'The amount kept from your deposit is now $20.00',
    'We reviewed your rental of Gown again. $20.00 of your deposit is now kept.',
  ])
  expect(words('reduce-withheld', 'owner')[1]).toBe(
    'Hemline reviewed the rental of Gown again. $20.00 of Ann’s deposit is now kept.',
  )
})

test('the emails about a reduced amount state the remaining amount', () => {
  const words = (side: 'renter' | 'owner', withheldCents: number) =>
    written('reduce-withheld', side, { withheldCents }).slice(1, -1)
  const again = 'We reviewed your rental of Gown again.'
  expect(words('renter', 1)).toEqual([
    'The amount kept from your deposit is now $0.01',
    `${again} $0.01 of your deposit is now kept.`,
  ])
  expect(words('renter', 0)).toEqual([
    'None of your deposit is kept',
    `${again} None of your deposit is kept for it.`,
  ])
  const reviewed = 'Hemline reviewed the rental of Gown again.'
  expect(words('owner', 1)).toEqual([
    'The amount kept for Gown was reduced',
    `${reviewed} $0.01 of Ann’s deposit is now kept.`,
  ])
  expect(words('owner', 0)).toEqual([
    'None of the deposit for Gown is kept',
    `${reviewed} None of Ann’s deposit is now kept.`,
  ])
})

test('emails to a closet say who undid or approved a step', () => {
  const words = (event: RentalEvent, over: Partial<EmailDetails> = {}) =>
    written(event, 'owner', over)[2]
  const notBack = 'it has not been sent back yet. It was due back on Feb 20, 2027.'
  expect(words('undo-send-back', { by: 'renter' })).toBe(
    `Ann corrected the rental of Gown: ${notBack}`,
  )
  expect(words('undo-send-back', { by: 'admin' })).toBe(
    `Hemline corrected the rental of Gown: ${notBack}`,
  )
  expect(words('undo-deliver', { by: 'renter' })).toBe(
    'Ann told us by mistake that Gown was delivered. If you delivered it, please mark it as delivered.',
  )
  expect(words('undo-deliver', { by: 'admin' })).toBe(
    'Hemline corrected the rental of Gown: it has not been delivered to Ann yet.',
  )
  expect(words('approve-condition', { by: 'system' })).toBe(
    'The condition of Gown was not checked within seven days, so it was approved automatically.',
  )
  expect(words('approve-condition', { by: 'admin' })).toBe(
    'Hemline approved the condition of Gown.',
  )
  const onItsWay = 'Ann told us that Gown is on its way back to you.'
  expect(words('send-back')).toBe(onItsWay)
  expect(words('send-back', { tracking: 'The tracking number is 1Z.' })).toBe(
    `${onItsWay} The tracking number is 1Z.`,
  )
})

test('an owner without a page gets no email that asks them to act', () => {
  const sentTo = (ownerPage: string | null, event: RentalEvent) =>
    (['renter', 'admin'] as const).flatMap((by) =>
      rentalEmails(event, 'owner', { ...details, by, ownerPage }),
    )
  const asks = /please (?!contact us)|if you do not/i
  const events = Object.keys(ownerEmails) as RentalEvent[]
  const asking = events.filter((event) =>
    sentTo('/business/rentals/1', event).some(({ subject, paragraphs }) =>
      asks.test([subject, ...paragraphs].join(' ')),
    ),
  )
  expect(new Set(asking)).toEqual(ASKS_OWNER)
  const without = events.filter((event) => sentTo(null, event).length === 0)
  expect(new Set(without)).toEqual(ASKS_OWNER)
})

test('neither side of a request is told that an owner without a page did not answer', () => {
  const withoutPage = { ...details, ownerPage: null }
  for (const side of ['renter', 'owner'] as const) {
    const [email] = rentalEmails('expire-request', side, withoutPage)
    expect(email?.paragraphs.join()).toMatch(
      /nobody (answered Ann’s request|confirmed your rental)/i,
    )
    expect(`${email?.subject} ${email?.paragraphs}`).not.toMatch(/did not/)
  }
})
