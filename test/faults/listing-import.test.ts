import { expect, test } from 'vitest'
import { importRules } from '#app/routes/business/import-rules.ts'
import type { ListingImportId } from '#db/ids.ts'
import { checkImport } from '#domain/catalogue/imports/check-import.ts'
import { continueImports } from '#domain/catalogue/imports/continue-imports.ts'
import { startImport } from '#domain/catalogue/imports/imports.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { folderStore } from '#gateways/images/testing/temporary-stores.ts'
import { readRows } from '#test/postgres/rows.ts'
import { killAtEachMessage } from './kill-at-each-message.ts'
import type { Story } from './stories.ts'
import { openWorld } from './world.ts'

interface Importing {
  readonly closet: ClosetOwner
  readonly importId: ListingImportId
}

const world = await openWorld()
const { db, make, clock } = world

const row = (sku: string, price: string) => ({
  sku,
  title: `Gown ${sku}`,
  size: 'M',
  style: 'Formal',
  occasion: 'Wedding',
  price,
})

const importOf = ({ importId }: Importing) =>
  db.selectFrom('listing_imports').selectAll().where('id', '=', importId).executeTakeFirstOrThrow()

const pricesOf = async ({ closet }: Importing) => {
  const items = await readRows(
    db,
    'clothing_items',
    ['sku', 'credits_per_day'],
    { business_id: closet.id },
    'sku',
  )
  return items.map(({ sku, credits_per_day }) => `${sku} ${credits_per_day}`).join()
}

const BEFORE = 'A-1 2'
const AFTER = 'A-1 4,A-2 4,A-3 10'

/** A closet confirms a checked file that changes one item and adds two; the next app finishes. */
const story: Story<Importing> = {
  name: 'import of listings',
  setUp: async () => {
    const closet = await make.closet()
    await make.item({ closet, sku: 'A-1' })
    const rows = [row('A-1', '28'), row('A-2', '28'), row('A-3', '70')]
    const started = await startImport(
      db,
      closet,
      {
        fileName: 'spring.csv',
        columns: ['sku', 'title', 'size', 'style', 'occasion', 'price'],
        rows: rows.map((given, index) => ({ rowNo: index + 2, given })),
        photos: [],
        leftOut: [],
      },
      clock.now(),
    )
    if (!started.ok) throw new Error(started.problem.reason)
    const { importId } = started.value
    await checkImport({ db, images: folderStore(), rules: importRules }, importId, clock.now())
    await world.queue.clear()
    return { closet, importId }
  },
  act: async ({ closet, importId }, app) => {
    const { shop } = await app.visit(closet)
    await shop.post(`/business/imports/${importId}`, { intent: 'import' })
    await app.work()
  },
  check: async (scene) => {
    const { status } = await importOf(scene)
    expect([status, await pricesOf(scene)]).toEqual(
      status === 'done'
        ? ['done', AFTER]
        : [expect.stringMatching(/^(checked|importing)$/), BEFORE],
    )
  },
  resume: async ({ closet, importId }, app) => {
    const { shop } = await app.visit(closet)
    const path = `/business/imports/${importId}`
    expect((await shop.post(path, { intent: 'import' })).location).toBe(path)
    // After an hour, the job of a killed worker is queued again.
    await continueImports(db, new Date(clock.now().getTime() + 3_700_000))
  },
  end: async (scene) => {
    await world.queue.idle()
    const { status, created, changed, refused } = await importOf(scene)
    expect([status, created, changed, refused]).toEqual(['done', 2, 1, 0])
    expect(await pricesOf(scene)).toBe(AFTER)
  },
}

test('an app killed at any message of an import imports each row once', async () => {
  // The app writes files between two messages.
  await killAtEachMessage(world, story, 'changes and answers')
})
