import { importRules } from '#app/routes/business/import-rules.ts'
import type { ListingImportId } from '#db/ids.ts'
import { checkImport } from '#domain/catalogue/imports/check-import.ts'
import { startImport } from '#domain/catalogue/imports/imports.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { folderStore } from '#gateways/images/testing/temporary-stores.ts'
import type { Site } from '#test/app.ts'
import { LONG_TITLE } from '#test/make/long-words.ts'

interface Closets {
  readonly closet: ClosetOwner
  readonly emptyCloset: ClosetOwner
}

const row = (sku: string, price: string, title = 'Emerald Velvet Gown') => ({
  sku,
  title,
  size: 'M',
  style: 'Formal',
  occasion: 'Wedding',
  price,
})

/** A file with new and refused rows, and a photo that belongs to no row. */
async function sentFile({ db, clock }: Site, closet: ClosetOwner): Promise<ListingImportId> {
  const rows = [
    ...Array.from({ length: 60 }, (_, n) => row(`A-${n}`, '28')),
    row('B-1', 'twenty-eight credits', LONG_TITLE),
    { ...row('B-2', ''), size: 'Huge', style: 'Schiaparelli'.repeat(6) },
  ]
  const started = await startImport(
    db,
    closet,
    {
      fileName: `${'spring-and-summer-'.repeat(6)}pieces.csv`,
      columns: Object.keys(row('', '')),
      rows: rows.map((given, index) => ({ rowNo: index + 2, given })),
      photos: [],
      leftOut: [{ fileName: 'photos/more-photos-of-the-spring.zip', reason: 'archive' }],
    },
    clock.now(),
  )
  if (!started.ok) throw new Error(started.problem.reason)
  return started.value.importId
}

/** A file of another shop, whose columns its closet has not chosen yet. */
async function foreignFile({ db, clock }: Site, closet: ClosetOwner): Promise<ListingImportId> {
  const column = (key: string, title: string, field: string | null, ...examples: string[]) => ({
    key,
    title,
    field,
    examples,
  })
  const started = await startImport(
    db,
    closet,
    {
      fileName: 'products_export_1.csv',
      columns: [],
      fileColumns: [
        column('0', 'SKU', 'sku', 'G-S', 'G-M'),
        column('1', 'Title', 'title', LONG_TITLE, 'Silk top'),
        column('2', 'Variant Price', 'unclear', '180.00'),
        column(
          '3',
          `Metafield${'.material'.repeat(6)}`,
          null,
          'https://shop.example/1.jpg'.repeat(2),
        ),
      ],
      joinedRows: 2,
      rows: [{ rowNo: 2, given: { '0': 'G-S', '1': LONG_TITLE, '2': '180.00' } }],
      photos: [],
      leftOut: [],
    },
    clock.now(),
  )
  if (!started.ok) throw new Error(started.problem.reason)
  return started.value.importId
}

/** The file of rows, once a job has read it. */
export async function sentAndChecked(site: Site, closet: ClosetOwner): Promise<ListingImportId> {
  const { db, clock } = site
  const importId = await sentFile(site, closet)
  await checkImport({ db, images: folderStore(), rules: importRules }, importId, clock.now())
  return importId
}

/** The screens of a closet besides its items, rentals and money. */
export async function closetScreens(site: Site, { closet, emptyCloset }: Closets) {
  const checked = await sentAndChecked(site, closet)
  const foreign = await foreignFile(site, closet)
  const checking = await sentFile(site, closet)
  const screen = (route: string, state: string, path: string, as: ClosetOwner) => ({
    route: `business/${route}`,
    state,
    path: `/business/${path}`,
    as,
  })
  return [
    screen('calendar', 'closet', 'calendar', closet),
    screen('holidays', 'closet', 'holidays', closet),
    screen('holidays', 'emptyCloset', 'holidays', emptyCloset),
    screen('imports', 'closet', 'imports', closet),
    screen('imports', 'emptyCloset', 'imports', emptyCloset),
    screen('import', 'checked', `imports/${checked}`, closet),
    screen('import', 'all rows', `imports/${checked}?show=all`, closet),
    screen('import', 'columns', `imports/${foreign}`, closet),
    screen('import', 'checking', `imports/${checking}`, closet),
  ]
}
