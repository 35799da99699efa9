import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MAX_HANDOVER_PHOTOS } from '#app/components/rental/handover-photos.ts'
import { MAX_PHOTO_FORM_BYTES } from '#app/request/uploaded-file.ts'
import { MAX_OUTFIT_PHOTOS } from '#domain/accounts/closets/outfit-photos.ts'
import { REAPPLY_DAYS } from '#domain/accounts/closets/reapply-days.ts'
import { MAX_NOTICE_DAYS } from '#domain/accounts/people/notice.ts'
import {
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '#domain/accounts/sign-in/password-length.ts'
import * as times from '#domain/accounts/sign-in/time-limits.ts'
import * as deadlines from '#domain/booking/rentals/stage/deadline-days.ts'
import {
  MAX_NOTE_CHARACTERS,
  MAX_TRACKING_CHARACTERS,
} from '#domain/booking/rentals/stage/handover-limits.ts'
import { CORRECTION_HOURS } from '#domain/booking/rentals/stage/rental-stage.ts'
import { MESSAGE_DAYS } from '#domain/care/messages/message-limits.ts'
import { MAX_FILE_SIZE } from '#domain/catalogue/images/image-shapes.ts'
import {
  MAX_WAITING_PHOTO_BYTES,
  MAX_WAITING_PHOTOS,
} from '#domain/catalogue/imports/import-limits.ts'
import { MAX_HOLIDAY_DAYS, MAX_HOLIDAY_NOTE } from '#domain/catalogue/items/listing/holidays.ts'
import { DEPOSIT_PRICE } from '#domain/money/checkout/deposit-price.ts'
import { PACK_MONTHS, PACK_PRICE } from '#domain/money/checkout/pack-price.ts'
import { CREDITS_A_MONTH, plans } from '#domain/money/plans/plans.ts'
import { shortDollars } from '#domain/shared/cents.ts'
import { DAYS_A_WEEK, showNumber } from '#domain/shared/credits.ts'
import { inWords, megabytes } from '#domain/shared/figures.ts'
import { FARTHEST_DAY, MAX_DAYS_AHEAD, MAX_RENTAL_DAYS } from '#domain/shared/time/rental-days.ts'
import { UNDO_MINUTES } from '#domain/shared/undo-time.ts'
import { readWords } from './architecture/glossary-words.ts'
import { projectPaths } from './architecture/source-files.ts'

/** Limits and their units. */
const limits: readonly (readonly [count: number, unit: string])[] = [
  [MAX_NOTE_CHARACTERS, 'character'],
  [MAX_TRACKING_CHARACTERS, 'character'],
  [MIN_PASSWORD_LENGTH, 'character'],
  [MAX_PASSWORD_LENGTH, 'character'],
  [MAX_HANDOVER_PHOTOS, 'photo'],
  [MAX_OUTFIT_PHOTOS, 'photo'],
  [MAX_WAITING_PHOTOS, 'file'],
  [FARTHEST_DAY, 'day'],
  [MAX_DAYS_AHEAD, 'day'],
  [MAX_RENTAL_DAYS, 'day'],
  [MAX_HOLIDAY_DAYS, 'day'],
  [MAX_HOLIDAY_NOTE, 'character'],
  [MAX_NOTICE_DAYS, 'day'],
  [MESSAGE_DAYS, 'day'],
  [REAPPLY_DAYS, 'day'],
  [DAYS_A_WEEK, 'day'],
  [deadlines.ANSWER_WITHIN_DAYS, 'day'],
  [deadlines.APPROVE_AFTER_DAYS, 'day'],
  [deadlines.DUE_WITHIN_DAYS, 'day'],
  [deadlines.MISSING_AFTER_DAYS, 'day'],
  [times.SESSION_DAYS, 'day'],
  [times.MAX_SESSION_DAYS, 'day'],
  [times.EMAIL_LINK_HOURS, 'hour'],
  [times.RESET_LINK_HOURS, 'hour'],
  [times.CODE_SECONDS, 'second'],
  [times.CODE_LOCK_MINUTES, 'minute'],
  [CORRECTION_HOURS, 'hour'],
  [UNDO_MINUTES, 'minute'],
  [PACK_MONTHS, 'month'],
  [PACK_PRICE.credits, 'credit'],
  [CREDITS_A_MONTH, 'credit'],
]

const figures = new Set([
  DEPOSIT_PRICE,
  shortDollars(PACK_PRICE.priceCents),
  ...Object.values(plans).map(({ priceCents }) => shortDollars(priceCents)),
  MAX_FILE_SIZE,
  megabytes(MAX_WAITING_PHOTO_BYTES),
  ...limits.flatMap(([count, unit]) => [
    `${showNumber(count)} ${unit}${count === 1 ? '' : 's'}`,
    inWords(count, unit),
  ]),
])

/** Where the sentences of screens and emails are written. */
const isRead = (path: string) =>
  /^app\/.*\.(tsx?|json)$/.test(path) ||
  /^domain\/outbound\/mail\/.*\.ts$/.test(path) ||
  /^domain\/.*-(emails|mail|digest|reminders|words)\.ts$/.test(path)

function figuresIn(path: string, source: string): string[] {
  const texts = readWords(path, source).texts.map((text) => text.replace(/\s+/g, ' '))
  const all = texts.join('\n').toLowerCase()
  return [...figures].filter((figure) => {
    if (!all.includes(figure.toLowerCase())) return false
    const whole = new RegExp(`(?<![\\w$.,])${figure.replace('$', '\\$')}(?![\\w]|[.,]\\d)`, 'i')
    return texts.some((text) => whole.test(text))
  })
}

test('sentences take the figures of limits and prices from their constants', () => {
  const found = projectPaths()
    .filter((path) => isRead(path) && !path.includes('.test.'))
    .flatMap((path) =>
      figuresIn(path, readFileSync(path, 'utf8')).map((figure) => `${path}: ${figure}`),
    )
  expect(found).toEqual([])
})

test('documents state the sizes of the largest photo and the largest form', () => {
  const form = megabytes(Math.ceil(MAX_PHOTO_FORM_BYTES / 1024 / 1024) * 1024 * 1024)
  const stated = (path: string, figure: RegExp) => readFileSync(path, 'utf8').match(figure)?.[1]
  expect({
    photo: stated('docs/specification.md', /at most ([\d.]+ MB):/),
    form: stated('docs/operations.md', /request bodies of ([\d.]+ MB)/),
  }).toEqual({ photo: MAX_FILE_SIZE, form })
})

test.for([
  ['2,000 characters', "const a = 'Please keep it to 2,000 characters.'"],
  [MAX_FILE_SIZE, `const a = <p>\n Photos of up to ${MAX_FILE_SIZE.replace(' ', '\n ')}</p>`],
  ['$50', 'const a = `A $50 deposit is required.`'],
  ['449 days', 'const a = <p>At most 449 days from today</p>'],
  ['three days', 'const a = <p>{name} has three days to answer.</p>'],
] as const)('“%s” written by hand is found', ([figure, source]) => {
  expect(figuresIn('app/a.tsx', source)).toEqual([figure])
})

test('figures from constants and ones that only look alike are not found', () => {
  const source = 'const a = [<p>{n} days</p>, "15 MB", "$500", "$50.25", "12,000 characters"]'
  expect(figuresIn('app/a.tsx', source)).toEqual([])
})
