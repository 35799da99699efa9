import { importRules } from '#app/routes/business/import-rules.ts'
import type { Db } from '#db/connection.ts'
import type { ListingImportId } from '#db/ids.ts'
import type { GivenCells } from '#db/import-rows.ts'
import { checkImport } from '#domain/catalogue/imports/check-import.ts'
import { importListings } from '#domain/catalogue/imports/import-listings.ts'
import { findImport } from '#domain/catalogue/imports/import-queries.ts'
import { confirmImport, startImport } from '#domain/catalogue/imports/imports.ts'
import { storeSentPhoto } from '#domain/catalogue/imports/sent-photos.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { folderStore } from '#gateways/images/testing/temporary-stores.ts'
import { readRow } from '#test/postgres/rows.ts'

const now = new Date('2026-11-20T12:00:00Z')

type Photos = Readonly<Record<string, Uint8Array>>

const good = { size: 'M', style: 'Formal', occasion: 'Wedding', price: '28' }

/** A row of a file that adds a gown. */
export const row = (sku: string, more: GivenCells = {}): GivenCells => ({
  sku,
  title: `Gown ${sku}`,
  ...good,
  ...more,
})

/** Files of listings, and the jobs that the queue would run for them. */
export function importing(db: Db) {
  const images = folderStore()

  async function send(owner: ClosetOwner, rows: readonly GivenCells[], photos: Photos = {}) {
    const sent = []
    for (const [fileName, bytes] of Object.entries(photos)) {
      const stored = await storeSentPhoto(db, images, owner, { fileName, bytes }, now)
      if (!stored.ok) throw new Error(stored.problem.reason)
      sent.push({ id: stored.value, fileName })
    }
    const outcome = await startImport(
      db,
      owner,
      {
        fileName: 'spring.csv',
        columns: Object.keys(rows[0] ?? {}),
        rows: rows.map((given, index) => ({ rowNo: index + 2, given })),
        photos: sent,
        leftOut: [],
      },
      now,
    )
    if (!outcome.ok) throw new Error(outcome.problem.reason)
    return outcome.value.importId
  }

  const statusOf = async (id: ListingImportId) =>
    (await readRow(db, 'listing_imports', 'status', id)).status

  async function check(importId: ListingImportId) {
    while ((await statusOf(importId)) === 'checking')
      await checkImport({ db, images, rules: importRules }, importId, now)
  }

  async function work(importId: ListingImportId) {
    while ((await statusOf(importId)) === 'importing')
      await importListings(db, importRules, importId, now)
  }

  async function importAll(owner: ClosetOwner, importId: ListingImportId) {
    const confirmed = await confirmImport(db, owner, importId)
    if (!confirmed.ok) throw new Error(confirmed.problem.reason)
    await work(importId)
  }

  async function sendAndImport(
    owner: ClosetOwner,
    rows: readonly GivenCells[],
    photos: Photos = {},
  ) {
    const importId = await send(owner, rows, photos)
    await check(importId)
    await importAll(owner, importId)
    return importId
  }

  /** New, changed, unchanged, refused. */
  async function counts(owner: ClosetOwner, importId: ListingImportId) {
    const { created, changed, refused, unchanged } = (await findImport(db, owner, importId)) ?? {}
    return [created, changed, unchanged, refused]
  }

  const itemsOf = (owner: ClosetOwner) =>
    db
      .selectFrom('clothing_items')
      .selectAll()
      .where('business_id', '=', owner.id)
      .where('deleted_at', 'is', null)
      .orderBy('sku')
      .execute()

  return { images, now, send, check, work, importAll, sendAndImport, counts, itemsOf, statusOf }
}
