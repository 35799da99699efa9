import { onTestFinished } from 'vitest'
import { createDb, createPool } from '#db/connection.ts'
import { closeAccount } from '#domain/accounts/closing/close-account.ts'
import { signUp } from '#domain/accounts/sign-in/accounts.ts'
import { createAuth } from '#domain/accounts/sign-in/auth.ts'
import { buyCredits, payDeposit } from '#domain/money/checkout/checkout.ts'
import { asShopper, type Person, type Shopper } from '#domain/shared/actors.ts'
import { testClock } from '#test/clock.ts'
import { make } from '#test/make/make.ts'
import { testPayments } from '#test/payments.ts'
import { type TestDatabase, testDatabase } from '#test/postgres/database.ts'
import { readRow } from '#test/postgres/rows.ts'

const auth = createAuth({ secret: 'a secret of the tests, long enough to sign' })
const password = 'silk and linen'
export const origin = 'http://shop.test'
export const places = { origin, successPath: '/credits-success', returnTo: '/credits' }

/**
 * A shop where people sign up, pay and close their accounts. `withoutTimeLimits` is for tests that
 * make commands wait for each other, which can take long on a busy machine.
 */
export async function open({ withoutTimeLimits = false } = {}) {
  const clock = testClock('2026-11-20T15:00:00Z')
  const database = withoutTimeLimits ? patient(await testDatabase()) : await testDatabase()
  const { db, pool } = database
  const payments = await testPayments(database, clock)
  const made = make(db)
  let people = 0
  const signedUp = async (): Promise<Shopper> => {
    const account = { fullName: 'Ada Moss', email: `ada-${++people}@example.test` }
    await signUp(db, auth, { ...account, password, origin }, clock.now())
    const { id } = await readRow(db, 'user_profiles', 'id', { email: account.email })
    const shopper = asShopper({
      ...account,
      id,
      emailVerified: false,
      accountType: 'regular',
      businessStatus: null,
    })
    if (!shopper) throw new Error('no shopper')
    return shopper
  }
  const leave = (person: Person, through = db) =>
    closeAccount(through, auth, { person, password }, clock.now())
  return { ...payments, db, pool, clock, made, signedUp, leave }
}

function patient({ target }: TestDatabase): TestDatabase {
  const pool = createPool(target, { limited: false })
  onTestFinished(() => pool.end())
  return { db: createDb(pool), pool, target }
}

export type World = Awaited<ReturnType<typeof open>>

/** Opens a payment page for `product`; returns its session. */
export async function payPageFor({ db, stripe, clock }: World, shopper: Shopper, product: string) {
  const opened =
    product === 'deposit'
      ? await payDeposit(db, shopper, stripe, places, clock.now())
      : await buyCredits(
          db,
          shopper,
          stripe,
          { product, recipientEmail: 'friend@example.test' },
          places,
          clock.now(),
        )
  if (!opened.ok) throw new Error(opened.problem.reason)
  return opened.value.sessionId
}
