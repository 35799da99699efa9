import { expect, test } from 'vitest'
import { listFeedback } from '#domain/care/feedback/feedback-queries.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { MicrosecondInstant, readInstant, withMicroseconds } from './instant.ts'

test('a list shows every row once, whatever part of a millisecond its time has', async () => {
  const { db, pool } = await testDatabase()
  const admin = await make(db).admin()
  await pool.query(`insert into feedback (id, name, email, message, created_at)
    select gen_random_uuid(), 'Ann', 'ann@example.test', n::text,
      timestamptz '2026-11-01T12:00:00.123Z' + n % 7 * interval '151 microseconds'
    from generate_series(1, 70) n`)
  const seen: string[] = []
  for (let after: string | null = null, page = 0; page === 0 || after; page++) {
    const { rows, next } = await listFeedback(db, admin, after)
    seen.push(...rows.map(({ message }) => message))
    after = next
  }
  expect(seen.toSorted()).toEqual(Array.from({ length: 70 }, (_, n) => String(n + 1)).toSorted())
})

test('a time without microseconds is a plain Date', () => {
  const read = (text: string) => readInstant(text, (text) => new Date(text))
  const plain = read('2026-11-01T12:00:00.123Z')
  expect(plain).not.toBeInstanceOf(MicrosecondInstant)
  expect(read('2026-11-01T12:00:00.123000Z')).not.toBeInstanceOf(MicrosecondInstant)
  const whole = read('2026-11-01T12:00:00.12304Z')
  expect(whole).toBeInstanceOf(MicrosecondInstant)
  expect(whole.toISOString()).toBe('2026-11-01T12:00:00.123040Z')
  expect(whole.getTime()).toBe(plain.getTime())
})

test('a time is sent with its microseconds, in a list too', () => {
  const time = new MicrosecondInstant(new Date('2026-11-01T12:00:00.123Z'), '045')
  const sent = '2026-11-01T12:00:00.123045Z'
  expect(withMicroseconds([time, [time, 'other'], null])).toEqual([sent, [sent, 'other'], null])
})
