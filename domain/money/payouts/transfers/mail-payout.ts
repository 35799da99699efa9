import { type Db, inTransaction } from '#db/connection.ts'
import type { PersonId, TransferId } from '#db/ids.ts'
import type { PayoutMail } from '#db/jobs.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { bankPayoutFailed, payoutRefused, payoutSent } from './transfer-emails.ts'

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
  const { id: recipientId, email: to, full_name: fullName, cents, write } = found
  const message = write({ fullName, cents, origin: place.origin })
  const messageKey = `${message.template}-${about.id}`
  await inTransaction(db, (tx) => notify(tx, { ...message, to, recipientId, messageKey }, now))
}

type Found = {
  readonly id: PersonId
  readonly full_name: string
  readonly email: string
  readonly cents: number
  readonly write: (details: {
    readonly fullName: string
    readonly cents: number
    readonly origin: string
  }) => Email
}

/** Null for somebody who has left. */
async function ofTransfer(db: Db, transferId: TransferId): Promise<Found | null> {
  const row = await db
    .selectFrom('transfers as t')
    .innerJoin('user_profiles as p', 'p.id', 't.owner_id')
    .select(['p.id', 'p.full_name', 'p.email', 't.amount_cents as cents', 't.status'])
    .where('t.id', '=', transferId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row || row.status === 'pending') return null
  return { ...row, write: row.status === 'made' ? payoutSent : payoutRefused }
}

async function ofBankPayout(db: Db, stripePayoutId: string): Promise<Found | null> {
  const row = await db
    .selectFrom('bank_payouts as b')
    .innerJoin('user_profiles as p', 'p.id', 'b.owner_id')
    .select(['p.id', 'p.full_name', 'p.email', 'b.amount_cents as cents'])
    .where('b.stripe_payout_id', '=', stripePayoutId)
    .where('b.status', '=', 'failed')
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? { ...row, write: bankPayoutFailed } : null
}
