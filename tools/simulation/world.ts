import { sql } from 'kysely'
import Stripe from 'stripe'
import { createDb, createPool, type Db, transactionIsOpen } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { closeAccount } from '#domain/accounts/closing/close-account.ts'
import { createAuth } from '#domain/accounts/sign-in/auth.ts'
import { hashPassword } from '#domain/accounts/sign-in/password-hash.ts'
import { setUpPayments } from '#domain/money/events/set-up-payments.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { createStripeGateway, type StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { requirementsOf } from '#sandbox/connect/account-shapes.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '#sandbox/sandbox.ts'
import type { TestClock } from '#test/clock.ts'
import { make } from '#test/make/make.ts'
import type { TestDatabase } from '#test/postgres/database.ts'
import type { Ways } from './model/handovers.ts'
import { type Webhook, webhookFrom } from './webhooks.ts'

export const ORIGIN = 'http://shop.test'
const password = 'silk and linen'
const auth = createAuth({ secret: 'a secret of the simulation, long enough to sign' })
const secretKey = 'sk_test_simulation'
const webhookSecret = 'whsec_simulation'
const connectWebhookSecret = 'whsec_simulated_accounts'

/** Which part of a transfer call is lost; after 'the first answer' the call is repeated. */
export type Loss = 'the call' | 'the answer' | 'the first answer' | null

/** A running process: database, sandbox and gateway. */
type Process = {
  readonly db: Db
  readonly sandbox: Sandbox
  readonly stripe: StripeGateway
  readonly dashboard: Stripe
  readonly sandboxFetch: typeof fetch
  readonly close: () => Promise<void>
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** The real domain with a real database and the real sandbox; webhooks arrive only on request. */
export async function openWorld(
  { target }: Pick<TestDatabase, 'target'>,
  clock: TestClock,
  onExchange: SandboxOptions['onExchange'],
) {
  let webhooks: Webhook[] = []
  let transferLoss: Loss = null

  function start(): Process {
    const pool = createPool(target, { max: 4 })
    const sandbox = createSandbox({
      pool,
      secretKey,
      clock: clock.now,
      ...(onExchange && { onExchange }),
      webhook: { url: () => `${ORIGIN}/hooks/stripe`, secret: webhookSecret },
      connectWebhook: {
        url: () => `${ORIGIN}/hooks/stripe?connect`,
        secret: connectWebhookSecret,
      },
      fetch: async (input, init) => {
        webhooks.push(await webhookFrom(new Request(input, init)))
        return new Response('ok')
      },
    })
    const sandboxFetch: typeof fetch = async (input, init) => {
      const request = new Request(input, init)
      const isTransfer = request.method === 'POST' && request.url.endsWith('/v1/transfers')
      const loss = isTransfer ? transferLoss : null
      if (loss === 'the call') return unavailable()
      const answer = await sandbox.handle(request)
      if (loss === 'the answer') return unavailable()
      if (loss === 'the first answer') {
        transferLoss = null
        throw new TypeError('the connection was cut')
      }
      return answer ?? new Response(null, { status: 404 })
    }
    const mayCall = () => {
      if (transactionIsOpen()) throw new Error('Stripe is called while a transaction is open')
    }
    const db = createDb(pool)
    return {
      db,
      sandbox,
      sandboxFetch,
      stripe: createStripeGateway({
        secretKey,
        webhookSecret,
        connectWebhookSecret,
        mayCall,
        fetch: sandboxFetch,
      }),
      dashboard: new Stripe(secretKey, {
        httpClient: Stripe.createFetchHttpClient(sandboxFetch),
        telemetry: false,
      }),
      close: async () => {
        await sandbox.close()
        await db.destroy()
      },
    }
  }

  let running = start()
  await setUpPayments(running.stripe, null)
  const made = make(running.db)
  const people = await Promise.all(Array.from({ length: 8 }, () => made.shopper()))
  // The first two have most items, the third and the last a few. The fourth lends nothing any more.
  const closets = [
    await made.closet(),
    await made.closet({ ships: true }),
    await made.closet({ delivers: false, offers_pickup: true }),
    await made.closet(),
    await made.closet({ offers_pickup: true }),
  ] as const
  // All of them are in Brooklyn.
  const waysOf = (lister: PersonId): Ways => {
    const place = closets.findIndex(({ id }) => id === lister)
    return {
      isPlaced: place !== -1,
      delivers: place !== 2,
      letsPickUp: place === 2 || place === 4,
      ships: place === 1,
    }
  }
  let openClosets: Closets = closets
  for (const { id } of closets) await addPassword(running.db, id)
  const admin = await made.admin()
  const otherAdmin = await made.admin()
  // Shoppers who wait for items and never pay.
  const crowd = await Promise.all(Array.from({ length: 21 }, () => made.shopper()))
  // The third closet has one high-value item, for people who have rented before.
  const highValueItem = await made.item({
    closet: closets[2],
    creditsPerDay: 2,
    advance_booking: true,
    replacement_value_cents: 50_000,
    category: 'Dress',
    created_at: new Date(Date.UTC(2026, 11, 20)),
  })
  const itemOfAdmin = await made.item({
    closet: admin,
    creditsPerDay: 3,
    advance_booking: true,
    fit_returns: true,
  })
  const pausedItem = await made.item({ closet: closets[3], creditsPerDay: 1, paused: true })
  const itemsOfLast = [
    await made.item({ closet: closets[4], creditsPerDay: 1, category: 'Dress' }),
    await made.item({
      closet: closets[4],
      creditsPerDay: 2,
      advance_booking: true,
      fit_returns: true,
    }),
  ]
  const items = await Promise.all(
    Array.from({ length: 12 }, (_, place) =>
      made.item({
        closet: closets[place % 2 === 0 ? 0 : 1],
        creditsPerDay: [2, 2, 3, 2, 1, 3, 4, 0, 3, 2, 0, 2][place] ?? 0,
        advance_booking: place % 3 !== 1,
        turnaround_days: place % 3,
        fit_returns: place % 4 !== 3,
        size: place === 7 ? 'S' : 'M',
        replacement_value_cents: place === 4 ? 49_999 : null,
        category: [0, 3, 8].includes(place) ? null : place === 5 ? 'Gown' : 'Dress',
        style: place === 4 ? 'Casual' : 'Formal',
        created_at: new Date(Date.UTC(2026, 11, place + 1)),
      }),
    ),
  )

  async function post(path: string, fields: Record<string, string>): Promise<number> {
    const answer = await running.sandboxFetch(new URL(path, ORIGIN), {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin', origin: ORIGIN },
      body: new URLSearchParams(fields),
    })
    if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`)
    return answer.status
  }

  return {
    clock,
    people,
    waysOf,
    crowd,
    /** Closets that have not deleted their account. */
    get closets(): Closets {
      return openClosets
    },
    admin,
    otherAdmin,
    pausedItem,
    items: [...items, highValueItem, itemOfAdmin, pausedItem, ...itemsOfLast],
    get db() {
      return running.db
    },
    get stripe() {
      return running.stripe
    },
    get dashboard() {
      return running.dashboard
    },
    async closeAccount(person: ClosetOwner) {
      const closed = await closeAccount(running.db, auth, { person, password }, clock.now())
      const [first, second, ...others] = openClosets
      if (closed.ok) openClosets = [first, second, ...others.filter(({ id }) => id !== person.id)]
      return closed
    },
    /** Ends the process and starts another one. */
    async restart(): Promise<void> {
      await running.close()
      running = start()
    },
    close: () => running.close(),
    /** Pays by card; returns whether it succeeded. */
    pay: async (sessionId: string, card: string) =>
      (await post(`/sandbox/checkout/${sessionId}`, { ...cardForm, card })) === 303,
    /** Sends a form of the provider's portal. */
    inPortal: (url: string, form: string, fields: Record<string, string>) =>
      post(`${new URL(url).pathname}/${form}`, { ...cardForm, ...fields }),
    /** Sends the form of an onboarding link. */
    onboard: (url: string, details: { readonly name: string; readonly bankAccount: string }) =>
      post(new URL(url).pathname, details),
    /** Presses the button in the account's own dashboard that disconnects it. */
    disconnect: (url: string) => post(new URL(url).pathname, {}),
    /** The provider checks an account again, without an event. */
    async checkAccount(id: string, disabledReason: string | null): Promise<void> {
      const isFine = disabledReason === null
      const changes = {
        payouts_enabled: isFine,
        capabilities: { transfers: isFine ? 'active' : 'inactive' },
        requirements: requirementsOf({ disabledReason: disabledReason as never }),
      }
      await sql`update stripe_sandbox.objects set body = body || ${JSON.stringify(changes)}::jsonb
        where id = ${id}`.execute(running.db)
    },
    /** Sets what is lost of transfer calls from now on. */
    setTransferLoss(loss: Loss): void {
      transferLoss = loss
    },
    /** Takes the webhooks that the provider has sent since the last call. */
    async takeWebhooks(): Promise<readonly Webhook[]> {
      await running.sandbox.deliverDueWebhooks()
      const taken = webhooks
      webhooks = []
      return taken
    },
  }
}

type Closets = readonly [ClosetOwner, ClosetOwner, ...ClosetOwner[]]

async function addPassword(db: Db, user_id: PersonId): Promise<void> {
  await db
    .insertInto('auth_accounts')
    .values({
      id: newId(),
      user_id,
      account_id: user_id,
      provider_id: 'credential',
      password: await hashPassword(password),
    })
    .execute()
}

/** A gateway on the way to the provider fails; the client does not repeat the call. */
function unavailable(): Response {
  const headers = { 'stripe-should-retry': 'false' }
  return Response.json({ error: { type: 'api_error' } }, { status: 504, headers })
}

const cardForm = {
  email: 'sam@shop.test',
  number: '',
  expiry: '12 / 80',
  cvc: '123',
  name: 'Sam Shopper',
}
