import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { inWords } from '#domain/shared/figures.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { pages } from '#domain/shared/pages.ts'
import { expiryAfterMonths, lockWallet, mint } from './credits.ts'
import { GRANT_DAYS, MAX_CREDITS_GRANTED, MONTHS_GRANTED } from './grant-limits.ts'

const DAY_MS = 86_400_000

export type GiveProblem =
  | { readonly reason: 'person-not-found' }
  /** `left`: how many more can be granted now. */
  | { readonly reason: 'too-many-granted'; readonly left: number }

/** The credits that admins can still grant. `besides` is the key of a grant to leave out. */
export async function grantsLeft(read: DbOrTx, now: Date, besides = ''): Promise<number> {
  const { granted } = await read
    .selectFrom('credit_transactions')
    .select(sql<number>`coalesce(sum(amount), 0)::int`.as('granted'))
    .where('kind', '=', sql.lit('grant' as const))
    .where('effective_at', '>', new Date(now.getTime() - GRANT_DAYS * DAY_MS))
    // Not for years if the clock was ahead and set back since.
    .where('effective_at', '<', new Date(now.getTime() + GRANT_DAYS * DAY_MS))
    .where('idempotency_key', '<>', besides)
    .executeTakeFirstOrThrow()
  return Math.max(0, MAX_CREDITS_GRANTED - granted)
}

/** An admin grants credits to someone, with a reason that they see. Happens once per `key`. */
export async function giveCredits(
  db: Db,
  admin: Admin,
  gift: {
    readonly personId: PersonId
    readonly credits: number
    readonly reason: string
    readonly key: string
    readonly origin: string
  },
  now: Date,
): Promise<Outcome<null, GiveProblem>> {
  const { personId, credits, reason, key, origin } = gift
  return inTransaction(db, async (tx) => {
    const person = await tx
      .selectFrom('user_profiles')
      .select(['full_name', 'email'])
      .where('id', '=', personId)
      .where('account_type', '<>', 'admin')
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!person) return refused({ reason: 'person-not-found' })
    // Keeps two admins from granting the same remainder at once.
    await sql`select pg_advisory_xact_lock(hashtext('give-credits'))`.execute(tx)
    await lockWallet(tx, personId)
    const operation = {
      userId: personId,
      key: `given:${key}`,
      note: reason,
      source: 'grant',
    } as const
    const left = await grantsLeft(tx, now, operation.key)
    if (credits > left) return refused({ reason: 'too-many-granted', left })
    const expiresAt = await expiryAfterMonths(tx, now, MONTHS_GRANTED)
    if (!(await mint(tx, { ...operation, amount: credits, expiresAt }, now))) return done(null)
    const after = { credits, reason }
    const line = { action: 'give credits', noun: 'person', nounId: personId, after }
    await recordAction(tx, admin, line, now)
    const message: Email = {
      template: 'credits-given',
      subject: `You got ${credits === 1 ? '1 credit' : `${credits} credits`} from Hemline`,
      greeting: hello(person.full_name),
      paragraphs: [
        `We have added ${credits === 1 ? '1 credit' : `${credits} credits`} to your balance.`,
        `Reason: ${reason}`,
        `You can use them for any rental in the next ${inWords(MONTHS_GRANTED, 'month')}.`,
      ],
      button: { text: 'See your balance', url: `${origin}${pages.credits}` },
    }
    await notify(tx, { ...message, to: person.email, recipientId: personId }, now)
    return done(null)
  })
}
