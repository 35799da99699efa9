import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { Auth } from '#domain/accounts/sign-in/auth.ts'
import { reconcile } from '#domain/money/events/reconcile.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { DemoContext } from './seeding/demo-context.ts'
import type { SandboxFetch } from './seeding/demo-payments.ts'
import { seedAppeal } from './seeding/seed-appeal.ts'
import { seedCatalogue } from './seeding/seed-catalogue.ts'
import { seedGift } from './seeding/seed-gift.ts'
import { seedLikes } from './seeding/seed-likes.ts'
import { seedMessages } from './seeding/seed-messages.ts'
import { DEMO_PASSWORD, demoAccounts, seedPeople } from './seeding/seed-people.ts'
import { seedRatings } from './seeding/seed-ratings.ts'
import { seedRentals } from './seeding/seed-rentals.ts'
import { seedReports } from './seeding/seed-reports.ts'
import { seedReturns } from './seeding/seed-returns.ts'
import { seedSearches } from './seeding/seed-searches.ts'
import { seedSite } from './seeding/seed-site.ts'
import { seedSupport } from './seeding/seed-support.ts'
import { seedWaitlist } from './seeding/seed-waitlist.ts'

const SEEDING = 'demo'

/** A demo account with a published password. */
export interface DemoAccount {
  readonly email: string
  readonly password: string
  /** What the account is for, shown beside it. */
  readonly note: string
}

/**
 * Adds the demo data to a database that nobody has used yet, once. Every row has a fixed id or key,
 * so after a crash the next start adds what is missing. When several processes start at once, one
 * of them does it and the others wait.
 * @param pictures the folder of the finished pictures
 */
export async function seedDemo(
  context: DemoContext,
  { pictures, sandboxFetch }: { readonly pictures: string; readonly sandboxFetch: SandboxFetch },
): Promise<void> {
  const { db } = context
  if (!(await isDue(db))) return
  // Stays open while the commands below use other connections.
  const turn = await db.startTransaction().execute()
  try {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(turn)
    await sql`set local lock_timeout = 0`.execute(turn)
    await sql`set local statement_timeout = 0`.execute(turn)
    const seeding = await turn
      .selectFrom('seedings')
      .select('done_at')
      .where('name', '=', SEEDING)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (!seeding.done_at) {
      const now = context.clock()
      await seedEverything(context, pictures, sandboxFetch, now)
      await turn.updateTable('seedings').set({ done_at: now }).where('name', '=', SEEDING).execute()
    }
    await turn.commit().execute()
  } catch (error) {
    await turn.rollback().execute()
    throw error
  }
}

/** True if seeding was started but not finished, or if the database has no people. */
async function isDue(db: Db): Promise<boolean> {
  const seeding = await db
    .selectFrom('seedings')
    .select('done_at')
    .where('name', '=', SEEDING)
    .executeTakeFirst()
  if (seeding) return seeding.done_at === null
  const somebody = await db.selectFrom('user_profiles').select('id').limit(1).executeTakeFirst()
  if (somebody) return false
  await db
    .insertInto('seedings')
    .values({ name: SEEDING })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

async function seedEverything(
  context: DemoContext,
  pictures: string,
  ask: SandboxFetch,
  now: Date,
) {
  const { db, auth, stripe } = context
  await seedPeople(db, auth, now)
  await seedCatalogue(context, pictures, now)
  await seedSite(context, pictures, now)
  await seedLikes(db, now)
  // Finds a payment made by an interrupted start, so that it is not made again.
  await reconcile(db, stripe, now)
  await seedRentals(context, ask, now)
  await seedRatings(context, pictures, now)
  await seedReturns(db, now)
  await seedAppeal(context, now)
  await seedGift(context, ask, now)
  await seedWaitlist(context, now)
  await seedMessages(context, now)
  await seedReports(context, now)
  await seedSupport(context, now)
  await seedSearches(db, calendarDateIn(context.timeZone, now))
}

/** The demo accounts that still have their published password. */
export async function publishedAccounts(db: Db, auth: Auth, now: Date): Promise<DemoAccount[]> {
  const rows = await db
    .selectFrom('auth_accounts as a')
    .innerJoin('user_profiles as p', 'p.id', 'a.user_id')
    .select(['p.email', 'a.password'])
    .where('p.deleted_at', 'is', null)
    .where(
      'p.email',
      'in',
      demoAccounts.map(({ email }) => email),
    )
    .execute()
  const { password } = await auth.over(db, now).$context
  const isPublished = (hash: string | null | undefined) =>
    hash ? password.verify({ hash, password: DEMO_PASSWORD }) : false
  const found: DemoAccount[] = []
  for (const { email, note } of demoAccounts) {
    const row = rows.find((account) => account.email === email)
    if (await isPublished(row?.password)) found.push({ email, password: DEMO_PASSWORD, note })
  }
  return found
}
