import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { renewCalendarToken } from '#domain/accounts/closets/closet-calendar.ts'
import { createAuth } from '#domain/accounts/sign-in/auth.ts'
import { mailResetLink, resetPassword } from '#domain/accounts/sign-in/recovery.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'
import { removeOutsideAccess } from './outside-access.ts'

const { db, made: things } = await testDatabase()
const auth = createAuth({ secret: 'a secret of the tests, long enough to sign' })
const now = new Date()
const origin = 'https://shop.example'

async function lastMailTo(email: string): Promise<string> {
  const mail = await db
    .selectFrom('mail_outbox')
    .select('text_body')
    .where('to_address', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return mail.text_body
}

async function resetPasswordOf({ email }: Person): Promise<void> {
  await mailResetLink(db, auth, { email, origin }, now)
  const token = /token=(\S+)/.exec(await lastMailTo(email))?.[1] ?? ''
  const wanted = { token, password: 'wool and tweed' }
  const reset = await resetPassword(db, auth, wanted, now, removeOutsideAccess)
  expect(reset).toMatchObject({ ok: true })
}

async function linksOf({ id }: Person): Promise<number> {
  const { rows } = await sql<{ links: number }>`
    select (select count(*) from renter_calendars where renter_id = ${id})
      + (select count(*) from closet_calendars where owner_id = ${id})
      + (select count(*) from webhook_endpoints where owner_id = ${id}) as links`.execute(db)
  return Number(rows[0]?.links)
}

test.each([
  [false, 0],
  [true, 3],
])('after a password reset of an address, confirmed before: %s, its account has %i calendar links and webhooks', async (isConfirmed, links) => {
  const closet = await things.closet()
  // From before its application was approved.
  await insertRows(db, 'renter_calendars', { renter_id: closet.id, token: newId(), made_at: now })
  await renewCalendarToken(db, closet, now)
  await insertRows(db, 'webhook_endpoints', {
    ...{ id: newId(), owner_id: closet.id, place: 1, url: 'https://evil.example/' },
    ...{ events: ['rental.late'], secret: 'x', created_at: now },
  })
  await updateRows(db, 'user_profiles', closet.id, { email_verified: isConfirmed })
  await resetPasswordOf(closet)
  expect(await linksOf(closet)).toBe(links)
  expect((await lastMailTo(closet.email)).includes('Calendar links and webhooks')).toBe(
    !isConfirmed,
  )
})
