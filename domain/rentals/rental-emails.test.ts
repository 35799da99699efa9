import { expect, test } from 'vitest'
import type { EmailDetails, Words } from './email-words.ts'
import { rentalEmails } from './rental-emails.ts'

const details: EmailDetails = {
  rentalId: '1',
  title: 'Gown',
  dates: 'from Feb 17, 2027 to Feb 20, 2027',
  firstDay: 'Feb 17, 2027',
  lastDay: 'Feb 20, 2027',
  turnaround: '',
  credits: '7 credits',
  creditsReturned: '',
  renterName: 'Ann',
  ownerName: 'Eve',
  closetContact: '',
  handover: '',
  lateName: '',
  decidedAt: '',
  tracking: '',
  withheldCents: 0,
  conditionNotes: null,
  photos: false,
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

test('nobody gets an email about their own step, except what a renter must have in writing', () => {
  const by = (side: 'renter' | 'owner') => ({ ...details, by: side })
  expect(rentalEmails('deliver', 'owner', by('owner'), { deliver: delivered })).toEqual([])
  expect(rentalEmails('send-back', 'renter', by('renter'), { 'send-back': delivered })).toEqual([])
  expect(rentalEmails('cancel', 'renter', by('renter'), { cancel: delivered })).toHaveLength(1)
})
