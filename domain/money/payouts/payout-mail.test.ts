import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { PersonId, TransferId } from '#db/ids.ts'
import type { PayoutMail } from '#db/jobs.ts'
import { anonymizeProfile } from '#domain/accounts/people/people.ts'
import { mailPayout } from '#domain/money/payouts/transfers/mail-payout.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'
import { mailPayoutSetUp } from './mail-payout-set-up.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-12-05T17:00:00Z')
const origin = 'https://shop.test'

/** The email that a job sends, if any. */
async function mailOf(about: PayoutMail) {
  await mailPayout(db, about, { origin }, now)
  return await lastMail()
}

async function lastMail() {
  const rows = await db.deleteFrom('mail_outbox').returning(['to_address', 'subject']).execute()
  return rows.map((row) => [row.to_address, row.subject])
}

const leave = (id: PersonId) => inTransaction(db, (tx) => anonymizeProfile(tx, id, now))

async function closetWithAccount() {
  const closet = await made.closet()
  return { closet, account: await made.payoutAccount(closet) }
}

test('an email names the transfer made or refused; none is sent before that, nor to a closed account', async () => {
  const { closet } = await closetWithAccount()
  const transfer = async (cents: number, end: 'made' | 'failed' | 'pending') => {
    const id: TransferId = newId()
    const ended = end === 'pending' ? {} : { status: end, finished_at: now }
    const why = end === 'failed' ? { failure: 'x' } : {}
    const stripeId = end === 'made' ? { stripe_transfer_id: `tr_${cents}` } : {}
    const row = { id, owner_id: closet.id, amount_cents: cents, requested_at: now }
    await insertRows(db, 'transfers', { ...row, ...ended, ...why, ...stripeId })
    if (end !== 'failed') {
      await made.correction(closet, { cents })
      await updateRows(
        db,
        'earnings',
        { owner_id: closet.id, transfer_id: null },
        { transfer_id: id },
      )
    }
    return { of: 'transfer', id } as const
  }
  const first = await transfer(2500, 'made')
  const second = await transfer(2600, 'made')
  const failed = await transfer(2700, 'failed')
  expect(await mailOf(await transfer(2800, 'pending'))).toEqual([])
  const to = closet.email
  expect(await mailOf(second)).toEqual([[to, 'Your payout of $26.00 is on its way']])
  expect(await mailOf(first)).toEqual([[to, 'Your payout of $25.00 is on its way']])
  expect(await mailOf(failed)).toEqual([[to, 'Your payout of $27.00 failed']])
  await leave(closet.id)
  expect(await mailOf(first)).toEqual([])
})

test('an email names the payout that a bank returned; none is sent about others, nor to a closed account', async () => {
  const payout = async (cents: number, status: 'paid' | 'failed') => {
    const { closet } = await closetWithAccount()
    const id = `po_${cents}`
    const row = { stripe_payout_id: id, owner_id: closet.id, amount_cents: cents }
    await insertRows(db, 'bank_payouts', { ...row, status, reported_at: now })
    return { closet, about: { of: 'bank-payout', id } as const }
  }
  const paid = await payout(2500, 'paid')
  await payout(2600, 'failed')
  const failed = await payout(2700, 'failed')
  const subject = 'Your bank returned a payout of $27.00'
  expect(await mailOf(paid.about)).toEqual([])
  expect(await mailOf(failed.about)).toEqual([[failed.closet.email, subject]])
  await leave(failed.closet.id)
  expect(await mailOf(failed.about)).toEqual([])
})

test('the owner of a ready account gets one email, unless their account is closed', async () => {
  await closetWithAccount()
  const { closet, account: stripeAccountId } = await closetWithAccount()
  const tell = async (account = stripeAccountId, hasConnect = true) => {
    const place = { origin, stripe: { hasConnect } }
    await mailPayoutSetUp(db, { stripeAccountId: account }, place, now)
    return await lastMail()
  }
  expect(await tell(stripeAccountId, false)).toEqual([])
  expect(await tell('acct_unknown')).toEqual([])
  expect(await tell()).toEqual([[closet.email, 'Your payouts are set up']])
  await leave(closet.id)
  expect(await tell()).toEqual([])
})
