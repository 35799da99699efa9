import type { ImageId, PersonId } from '#db/ids.ts'
import { imageAddress } from '#domain/shared/image-address.ts'
import { moneyOf } from '#test/faults/money-of.ts'
import type { World } from '#test/faults/world.ts'
import type { Acknowledged, Effect } from './client.ts'
import type { MailServer } from './mail-server.ts'
import type { Shop } from './shop.ts'

export interface Count {
  readonly acknowledged: number
  readonly found: number
  readonly lost: number
  readonly doubled: number
}

/** For each deed a query by its keys ($1), which returns a row for each time it was done. */
const queries: Readonly<Record<Exclude<Effect, 'paid' | 'refunded'>, string>> = {
  rented: 'select renter_id from rentals where renter_id = any($1)',
  cancelled: `select id from rentals where id = any($1) and status = 'cancelled'`,
  'gift claimed': `select user_id from credit_lots where user_id = any($1) and source = 'gift_claim'`,
  reviewed: 'select rental_id from ratings where rental_id = any($1)',
  withheld: 'select rental_id from deposit_claims where rental_id = any($1) and kept_cents = 2000',
  listed: `select i.business_id from clothing_items i join images p on p.id = i.image_id
    where i.business_id = any($1)`,
  imported: `select i.sku from clothing_items i join images p on p.id = i.image_id
    where i.sku = any($1)`,
  wrote: 'select request_key from messages where request_key = any($1)',
  earned: 'select owner_id from earnings where owner_id = any($1) and amount_cents = 3000',
}

/** How many times each key is found. */
type Found = ReadonlyMap<string, number>

/** Looks for every acknowledged deed. */
export async function countFound(
  world: World,
  acknowledged: readonly Acknowledged[],
): Promise<Count> {
  const counts: Count[] = []
  const kinds: string[] = []
  for (const effect of new Set(acknowledged.map((one) => one.effect))) {
    const keys = acknowledged.filter((one) => one.effect === effect).map(({ key }) => key)
    const found =
      effect === 'paid' || effect === 'refunded'
        ? await findPayments(world, effect, keys)
        : await find(world, queries[effect], keys)
    counts.push(compare(effect, keys, found))
    kinds.push(`${effect} ${keys.length}`)
  }
  console.log(`acknowledged: ${kinds.join(', ')}`)
  return sum(counts)
}

/** Counts how many queued emails and owed transfers arrived, and how many more than once. */
export async function countObligations(
  world: World,
  acknowledged: readonly Acknowledged[],
  mail: MailServer,
): Promise<{ readonly emails: Count; readonly transfers: Count }> {
  const { rows } = await world.database.pool.query<{ id: string }>(
    'select message_id as id from mail_outbox',
  )
  const queued = rows.map(({ id }) => id)
  const paid = acknowledged.filter(({ effect }) => effect === 'earned').map(({ key }) => key)
  const sent = await find(
    world,
    `select a.owner_id from stripe_sandbox.objects t
      join payout_accounts a on a.stripe_account_id = t.body->>'destination'
      where t.object = 'transfer' and (t.body->>'amount')::int = 3000 and a.owner_id = any($1)`,
    paid,
  )
  return {
    emails: compare('email', queued, mail.received),
    transfers: compare('transfer', paid, sent),
  }
}

/** Counts for how many listed items the photo can be loaded. */
export async function countPhotos(
  world: World,
  { app }: Pick<Shop, 'app'>,
  acknowledged: readonly Acknowledged[],
): Promise<Count> {
  const closets = acknowledged.filter(({ effect }) => effect === 'listed').map(({ key }) => key)
  const { rows } = await world.database.pool.query<{ id: ImageId }>(
    'select image_id as id from clothing_items where business_id = any($1)',
    [closets],
  )
  const { shop } = await app.visit(await world.make.shopper())
  const found = new Map<string, number>()
  for (const { id } of rows) {
    const { status } = await shop.get(imageAddress(id))
    if (status === 200) found.set(id, 1)
  }
  return compare(
    'photo',
    rows.map(({ id }) => id),
    found,
  )
}

async function find({ database }: World, query: string, keys: readonly string[]): Promise<Found> {
  const { rows } = await database.pool.query<[string]>({
    text: query,
    values: [keys],
    rowMode: 'array',
  })
  const found = new Map<string, number>()
  for (const [key] of rows) found.set(key, (found.get(key) ?? 0) + 1)
  return found
}

/** For each person, 1 if they have what they paid for at the provider; else more or less. */
async function findPayments(
  world: World,
  effect: 'paid' | 'refunded',
  people: readonly string[],
): Promise<Found> {
  const found = new Map<string, number>()
  for (const person of people) {
    const money = await moneyOf(world, { id: person as PersonId })
    const { paid, credits, chargedCents, refunds } = money
    if (effect === 'paid') found.set(person, 1 + credits / 50 - paid.pack)
    // All deposits but one are refunded.
    else found.set(person, chargedCents === 5000 && isRefunded(refunds, paid.deposit - 1) ? 1 : 0)
    if (found.get(person) !== 1) console.log(`${person}: ${JSON.stringify(money)}`)
  }
  return found
}

function isRefunded(refunds: Readonly<Record<string, number>>, times: number): boolean {
  return refunds.succeeded === times && Object.keys(refunds).length === 1
}

function compare(what: string, keys: readonly string[], found: Found): Count {
  const timesOf = (key: string) => found.get(key) ?? 0
  const lost = keys.filter((key) => timesOf(key) < 1)
  const doubled = keys.filter((key) => timesOf(key) > 1)
  if (lost.length > 0) console.log(`lost ${what}: ${lost.join(', ')}`)
  if (doubled.length > 0) console.log(`doubled ${what}: ${doubled.join(', ')}`)
  return {
    acknowledged: keys.length,
    found: keys.length - lost.length,
    lost: lost.length,
    doubled: doubled.length,
  }
}

function sum(counts: readonly Count[]): Count {
  const total = (part: keyof Count) => counts.reduce((all, count) => all + count[part], 0)
  return {
    acknowledged: total('acknowledged'),
    found: total('found'),
    lost: total('lost'),
    doubled: total('doubled'),
  }
}
