import { expect, test } from 'vitest'
import type { ReportedNoun } from '#db/enums.ts'
import { reportFiled } from '#domain/admin/notices/admin-notifications.ts'
import { newId } from '#domain/shared/ids.ts'
import { reportDecided, reportedDecided, reportReceived } from './report-emails.ts'

const origin = 'https://shop.example'
const words = 'This is rude.'

/** The parts of every email about a report that say what was reported. */
function written(noun: ReportedNoun, title: string) {
  const decided = { noun, title, reason: 'offensive', outcome: 'warned', reasons: 'Rude.' } as const
  const received = reportReceived({ fullName: 'Ann', noun, title, words, origin })
  const toReporter = reportDecided({ ...decided, fullName: 'Ann', origin })
  const toReported = reportedDecided({ ...decided, fullName: 'Eve', shown: title, origin })
  const toAdmins = reportFiled({ id: newId(), noun, title, reason: 'fraud', words })
  return {
    received: received.paragraphs.slice(0, -1).map((text) => text.replace(/ A person at.*/, '')),
    toReporter: toReporter.paragraphs.slice(0, -2),
    toReported: toReported.subject,
    toAdmins: toAdmins.paragraphs,
  }
}

test('the text of a message or review is quoted in a separate paragraph', () => {
  for (const noun of ['message', 'review'] as const)
    expect(written(noun, 'You are a thief.')).toEqual({
      received: [
        `Thank you for your report about a ${noun}.`,
        `The ${noun}: “You are a thief.”`,
        'You wrote: “This is rude.”',
      ],
      toReporter: [
        `You reported a ${noun}. The ${noun} breaks our terms. We warned the person responsible.`,
        `The ${noun}: “You are a thief.”`,
      ],
      toReported: `Our decision about your ${noun}`,
      toAdmins: [
        `Someone reported a ${noun} as “Fraud, or payment outside Hemline”:`,
        '“This is rude.”',
        `The ${noun}: “You are a thief.”`,
      ],
    })
})

test('a listing and a person are referred to by name', () => {
  expect(written('item', 'Red gown')).toEqual({
    received: ['Thank you for your report about Red gown.', 'You wrote: “This is rude.”'],
    toReporter: [
      'You reported Red gown. The listing breaks our terms. We warned the person responsible.',
    ],
    toReported: 'Our decision about Red gown',
    toAdmins: [
      'Someone reported Red gown as “Fraud, or payment outside Hemline”:',
      '“This is rude.”',
    ],
  })
  expect(written('person', 'Eve').toAdmins[0]).toBe(
    'Someone reported Eve as “Fraud, or payment outside Hemline”:',
  )
})
