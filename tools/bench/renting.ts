import type pg from 'pg'
import { type ConnectionTarget, createDb, createPool } from '#db/connection.ts'
import type { ItemId, PersonId } from '#db/ids.ts'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import { asShopper, type Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { addShoppers } from './shoppers.ts'
import { type Ratio, sideBySide } from './side-by-side.ts'

const CONCURRENCY = 8
const RENTS = 600

/** Compares renting through the domain with only the statements that it cannot do without. */
export async function benchRenting(target: ConnectionTarget): Promise<Ratio> {
  const pool = createPool(target, { max: CONCURRENCY })
  const db = createDb(pool)
  const now = new Date()
  const today = calendarDateIn('UTC', now)
  const start = addDays(today, 2)
  const end = addDays(today, 8)
  const shoppers = await makeShoppers(pool)

  const ours = async () => {
    const items = await makeItems(pool)
    return await perSecond(items, async (itemId, worker) => {
      const shopper = shoppers[worker]
      if (!shopper) throw new Error('too few shoppers')
      const request = { itemId, start, end, requestKey: newId(), origin: 'http://bench' }
      const outcome = await requestRental(db, shopper, request, now, today, 'UTC')
      if (!outcome.ok) throw new Error(outcome.problem.reason)
    })
  }
  const bare = async () => {
    const items = await makeItems(pool)
    return await perSecond(items, async (itemId, worker) => {
      const shopper = shoppers[worker]
      if (!shopper) throw new Error('too few shoppers')
      await bareRent(pool, shopper.id, itemId, { start, end, now })
    })
  }
  try {
    return await sideBySide('rent, against its bare statements', { ours, bare })
  } finally {
    await db.destroy()
  }
}

async function perSecond(
  items: readonly ItemId[],
  work: (itemId: ItemId, worker: number) => Promise<void>,
): Promise<number> {
  const queue = [...items]
  const began = performance.now()
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async (_, worker) => {
      for (let item = queue.pop(); item; item = queue.pop()) await work(item, worker)
    }),
  )
  return (items.length / (performance.now() - began)) * 1000
}

async function makeItems(pool: pg.Pool): Promise<ItemId[]> {
  const { rows } = await pool.query<{ id: ItemId }>(
    `insert into clothing_items (id, business_id, title, size, style, event_type, credits_per_day,
       approval_status, created_at, updated_at)
     select gen_random_uuid(), (select id from user_profiles where account_type = 'business' limit 1),
       'Bench dress', 'M', 'Formal', 'Wedding', 1, 'approved', now(), now()
     from generate_series(1, $1::int) returning id`,
    [RENTS],
  )
  return rows.map(({ id }) => id)
}

async function makeShoppers(pool: pg.Pool): Promise<Shopper[]> {
  const added = await addShoppers(pool, CONCURRENCY)
  return added.flatMap(({ id, email }) => {
    const shopper = asShopper({
      ...{ id: id as PersonId, email, fullName: 'Bench shopper', emailVerified: true },
      ...{ accountType: 'regular', businessStatus: null },
    })
    return shopper ? [shopper] : []
  })
}

/** The locks and writes of a rental as prepared statements, without checks. */
async function bareRent(
  pool: pg.Pool,
  userId: string,
  itemId: ItemId,
  when: { readonly start: string; readonly end: string; readonly now: Date },
): Promise<void> {
  const client = await pool.connect()
  const run = (name: string, text: string, values: unknown[]) =>
    client.query({ name: `bare_${name}`, text, values })
  try {
    await client.query('begin')
    const item = await run(
      'item',
      'select business_id from clothing_items where id = $1 for no key update',
      [itemId],
    )
    await run('wallet', 'select user_id from wallets where user_id = $1 for no key update', [
      userId,
    ])
    const deposit = await run(
      'deposit',
      'select id from deposits where user_id = $1 and closed_at is null for no key update',
      [userId],
    )
    const rentalId = newId()
    const transaction = newId()
    await run(
      'rental',
      `insert into rentals (id, request_key, renter_id, owner_id, item_id, deposit_id, start_date,
         end_date, total_days, credits_per_day, total_credits, deposit_amount, created_at, answer_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 7, 1, 7, 5000, $9, $9 + interval '1 day')`,
      [
        rentalId,
        newId(),
        userId,
        item.rows[0].business_id,
        itemId,
        deposit.rows[0].id,
        when.start,
        when.end,
        when.now,
      ],
    )
    await run(
      'transaction',
      `insert into credit_transactions
         (id, user_id, kind, amount, idempotency_key, rental_id, effective_at)
       values ($1, $2, 'rental', -7, $3, $4, $5)`,
      [transaction, userId, `rental:${rentalId}`, rentalId, when.now],
    )
    await run(
      'movement',
      `insert into credit_movements (transaction_id, lot_id, from_side, to_side, amount)
       select $1, id, 'available', 'spent', 7 from credit_lots
       where user_id = $2 and available > 0 order by expires_at, id limit 1`,
      [transaction, userId],
    )
    await run('taken', 'update clothing_items set available = false where id = $1', [itemId])
    await run('job', `select graphile_worker.add_job('tell-about-rental', payload := $1::json)`, [
      JSON.stringify({ rentalId, event: 'request', origin: 'http://bench' }),
    ])
    await client.query('commit')
  } finally {
    client.release()
  }
}
