import { type Db, inTransaction } from '#db/connection.ts'
import type { TransferId } from '#db/ids.ts'
import type { PayoutMail } from '#db/jobs.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { payoutEmail } from './transfer-emails.ts'

/** The job that emails a closet, once, about a transfer made or refused or a bank payout. */
export async function mailPayout(
  db: Db,
  about: PayoutMail,
  place: { readonly origin: string },
  now: Date,
): Promise<void> {
  const found =
    about.of === 'transfer' ? await ofTransfer(db, about.id) : await ofBankPayout(db, about.id)
  if (!found) return
  const { id: recipientId, email: to, full_name: fullName, cents, event } = found
  const message = payoutEmail(event, { fullName, cents, origin: place.origin })
  const messageKey = `${message.template}-${about.id}`
  await inTransaction(db, (tx) => notify(tx, { ...message, to, recipientId, messageKey }, now))
}

/** Null for somebody who has left. */
async function ofTransfer(db: Db, transferId: TransferId) {
  const row = await db
    .selectFrom('transfers as t')
    .innerJoin('user_profiles as p', 'p.id', 't.owner_id')
    .select(['p.id', 'p.full_name', 'p.email', 't.amount_cents as cents', 't.status'])
    .where('t.id', '=', transferId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  return !row || row.status === 'pending' ? null : { ...row, event: row.status }
}

async function ofBankPayout(db: Db, stripePayoutId: string) {
  const row = await db
    .selectFrom('bank_payouts as b')
    .innerJoin('user_profiles as p', 'p.id', 'b.owner_id')
    .select(['p.id', 'p.full_name', 'p.email', 'b.amount_cents as cents'])
    .where('b.stripe_payout_id', '=', stripePayoutId)
    .where('b.status', '=', 'failed')
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? { ...row, event: 'returned' as const } : null
}
