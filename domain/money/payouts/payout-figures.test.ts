import { expect, test } from 'vitest'
import { recordDifferences } from '#domain/money/payouts/transfers/transfer-differences.ts'
import { transferList } from '#domain/money/payouts/transfers/transfer-list.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { earn, owedCloset, payoutWorld, pendingTransfer } from '#test/worlds/payout-world.ts'
import { owedClosets } from './owed-list.ts'
import { countPayoutProblems, payoutFigures, waitingTransferCount } from './payout-figures.ts'

test('what is owed, payable and in transfers is shown to admins, by closet and by transfer', async () => {
  const world = await payoutWorld()
  const { db, clock, made } = world
  const admin = await made.admin()
  const closet = await owedCloset(world, 1000)
  await earn(world, closet.id, 500, new Date(clock.now().getTime() + 86_400_000))
  const other = await owedCloset(world, 0)
  const id = await pendingTransfer(world, other)
  await db.updateTable('transfers').set({ tries: 2 }).where('id', '=', id).execute()
  expect(await payoutFigures(db, admin, clock.now())).toEqual({
    owedCents: 1500,
    payableCents: 1000,
    pendingCents: 3000,
    waiting: 1,
    waitingCents: 3000,
    failed: 0,
    openDifferences: 0,
  })
  expect(await countPayoutProblems(db, admin, clock.now())).toEqual({
    failed: 0,
    differences: 0,
    owedForAYear: 0,
  })
  const wanted = { q: '', after: null, now: clock.now() }
  expect(await owedClosets(db, admin, wanted)).toMatchObject({
    total: 1,
    next: null,
    rows: [{ id: closet.id, owedCents: 1500, payableCents: 1000, state: 'ready' }],
  })
  const list = (part: 'failed' | 'pending' | 'transfers', q = '') =>
    transferList(db, admin, { part, q, after: null })
  expect(await list('pending')).toMatchObject({ total: 1, rows: [{ id, cents: 3000, tries: 2 }] })
  expect(await list('failed')).toMatchObject({ total: 0, rows: [] })
  expect(await list('transfers', other.email)).toMatchObject({ total: 1 })
  expect(await list('transfers', closet.email)).toMatchObject({ total: 0 })
})

test('all figures are 0 when nothing is owed', async () => {
  const { db, clock, made } = await payoutWorld()
  expect(await payoutFigures(db, await made.admin(), clock.now())).toEqual({
    ...{ owedCents: 0, payableCents: 0, pendingCents: 0 },
    ...{ waiting: 0, waitingCents: 0, failed: 0, openDifferences: 0 },
  })
})

test('payable earnings are counted up to this instant, including today (UTC)', async () => {
  const { db, clock, made } = await payoutWorld()
  const closet = await made.closet()
  const payable = [
    [1, '2026-12-04T23:59:59.999Z'],
    [20, '2026-12-05T00:00:00Z'],
    [300, '2026-12-05T17:00:00Z'],
    [4000, '2026-12-05T17:00:00.001Z'],
  ] as const
  for (const [cents, at] of payable) await earn({ db, clock, made }, closet.id, cents, new Date(at))
  expect(await payoutFigures(db, await made.admin(), clock.now())).toMatchObject({
    ...{ owedCents: 4321, payableCents: 321 },
  })
})

test('a pending transfer counts as waiting only after the balance was too low for it', async () => {
  const { db, clock, made } = await payoutWorld()
  const admin = await made.admin()
  const ended = { status: 'made', stripe_transfer_id: 'tr_1', finished_at: clock.now() } as const
  for (const [cents, row] of [
    [2500, { tries: 0 }],
    [2600, { tries: 1 }],
    [2700, { tries: 2, ...ended }],
    [2800, { tries: 0, ...ended, stripe_transfer_id: 'tr_2' }],
  ] as const) {
    const closet = await made.closet()
    await made.payoutAccount(closet)
    const id = await pendingTransfer({ db, clock, made }, closet, cents)
    await db.updateTable('transfers').set(row).where('id', '=', id).execute()
  }
  expect(await payoutFigures(db, admin, clock.now())).toMatchObject({
    ...{ pendingCents: 5100, waiting: 1, waitingCents: 2600, failed: 0 },
  })
  expect(await db.selectNoFrom(waitingTransferCount.as('waiting')).execute()).toEqual([
    { waiting: 1 },
  ])
})

test('only open differences are counted', async () => {
  const { db, clock, made } = await payoutWorld()
  const at = clock.now()
  const found = (id: string) => ({
    ...({ kind: 'unknown', transferId: null, stripeTransferId: id, ownerId: null } as const),
    ...{ ourCents: null, stripeCents: 100, madeAt: at },
  })
  await recordDifferences(db, ['tr_1', 'tr_2', 'tr_3'].map(found), at, at)
  await recordDifferences(db, [found('tr_3')], at, at)
  const admin = await made.admin()
  expect(await payoutFigures(db, admin, at)).toMatchObject({ openDifferences: 1 })
  expect(await countPayoutProblems(db, admin, at)).toMatchObject({ differences: 1 })
})

test('the next page of closets or transfers starts where the last one ended', async () => {
  const world = await payoutWorld()
  const { db, clock, made } = world
  const admin = await made.admin()
  const closets: string[] = []
  const ids: string[] = []
  for (let n = 0; n < 30; n += 1) {
    const closet = await made.closet()
    closets.push(closet.id)
    await insertRows(db, 'payout_accounts', {
      owner_id: closet.id,
      stripe_account_id: `acct_${n}`,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    if (n % 3 > 0) clock.advance({ seconds: 1 })
    ids.unshift(await pendingTransfer(world, closet))
    await earn(world, closet.id, 100)
  }
  const transfers = (after: string | null) =>
    transferList(db, admin, { part: 'transfers', q: '', after })
  const first = await transfers(null)
  const second = await transfers(first.next)
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids)
  expect([first.rows.length, first.total, second.next]).toEqual([24, 30, null])
  const owed = (after: string | null) => owedClosets(db, admin, { q: '', after, now: clock.now() })
  const some = await owed(null)
  const rest = await owed(some.next)
  expect([...some.rows, ...rest.rows].map(({ id }) => id)).toEqual(closets)
  expect([some.rows.length, some.total, rest.next]).toEqual([24, 30, null])
  const found = await owedClosets(db, admin, { q: 'PERSON-', after: null, now: clock.now() })
  expect(found.total).toBe(30)
  const missing = await owedClosets(db, admin, { q: 'nobody', after: null, now: clock.now() })
  expect(missing).toMatchObject({ total: 0, next: null, rows: [], isPartial: false })
})
