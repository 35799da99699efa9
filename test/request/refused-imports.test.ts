import { readdirSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { testSite } from '#test/app.ts'
import { overSockets } from '#test/disconnecting.ts'
import { readRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, settings } = site

const TITLES = 'sku,title,size,style,occasion,price'
const csv = (...skus: string[]) =>
  [TITLES, ...skus.map((sku) => `${sku},Gown ${sku},M,Formal,Wedding,28`)].join('\n')
const png = () => Buffer.from(flatPng(300, 600))
const MB = 1024 * 1024

async function zipOf(files: readonly (readonly [string, Buffer])[]): Promise<File> {
  const zip = new ZipFile()
  for (const [name, bytes] of files) zip.addBuffer(bytes, name)
  zip.end()
  return new File([new Uint8Array(await buffer(zip.outputStream))], 'photos.zip')
}

function formOf(listings: string | null, photos: readonly File[]): FormData {
  const form = new FormData()
  if (listings !== null) form.append('listings', new File([listings], 'spring.csv'))
  for (const file of photos) form.append('photos', file)
  return form
}

const send = (as: ClosetOwner, listings: string | null, photos: readonly File[]) =>
  site.post('/business/imports', formOf(listings, photos), { as })

/** What is stored of files that were sent: rows, and bytes on disk. */
async function stored() {
  const rows = await db.selectFrom('listing_import_photos').select('id').execute()
  const { imageStore } = settings
  const folder = imageStore.kind === 'folder' ? imageStore.folder : ''
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const bytes = files.map((file) => statSync(join(file.parentPath, file.name)).size)
  return { rows: rows.length, bytes: bytes.reduce((sum, size) => sum + size, 0) }
}

test('a refused or useless upload leaves nothing behind', async () => {
  const as = await make.closet()
  const skus = Array.from({ length: 45 }, (_, n) => `A-${n}`)
  // The folder exists from the first photo on.
  await send(await make.closet(), csv('X-1'), [new File([new Uint8Array(png())], 'X-1.png')])
  await site.drainJobs()
  const before = await stored()

  const zeros = Buffer.alloc(4.9 * MB)
  const tooLarge = await zipOf(skus.map((sku) => [`${sku}.jpg`, zeros]))
  expect(tooLarge.size).toBeLessThan(MB)
  const refused = await send(as, csv(...skus), [tooLarge])
  expect(refused.text('main')).toContain('larger than 200 MB in total')
  expect(await stored()).toEqual(before)

  const photos = skus.slice(0, 8).map((sku) => new File([new Uint8Array(png())], `${sku}.png`))
  expect((await send(as, null, photos)).text('main')).toContain('Please choose a CSV file.')
  expect(await stored()).toEqual(before)
  expect((await send(as, 'sku,title\nA-1,"x', photos)).status).toBe(400)
  expect(await stored()).toEqual(before)

  const damaged = new File(['PK\u0003\u0004 and nothing'], 'a.zip')
  expect((await send(as, csv(...skus), [...photos, damaged])).status).toBe(400)
  expect(await stored()).toEqual(before)

  // The last file of this closet is still being checked.
  expect((await send(as, csv('A-1'), [])).status).toBe(302)
  expect((await send(as, csv(...skus), photos)).text('main')).toContain('still being checked')
  expect(await stored()).toEqual(before)
})

test('files that are no photos of a row are listed with the reason, but not stored', async () => {
  const as = await make.closet()
  const before = await stored()
  const zip = await zipOf([
    ['B-1.jpg', Buffer.alloc(MB)],
    ['B-2.png', png()],
    ['folder/B-2-1.png', png()],
    ['unknown.png', png()],
  ])
  const loose = new File([new Uint8Array(png())], 'other.png')
  const sent = await send(as, csv('B-1', 'B-2'), [loose, zip])
  expect(sent.status).toBe(302)
  const { bytes } = await stored()
  expect(bytes - before.bytes).toBe(png().length)
  const photos = await readRows(
    db,
    'listing_import_photos',
    ['file_name', 'problem', 'row_no'],
    { owner_id: as.id },
    'file_name',
  )
  expect(photos).toEqual([
    { file_name: 'B-1.jpg', problem: 'not-an-image', row_no: 2 },
    { file_name: 'B-2.png', problem: null, row_no: 3 },
    { file_name: 'folder/B-2-1.png', problem: 'same-place', row_no: null },
    { file_name: 'other.png', problem: 'no-row', row_no: null },
    { file_name: 'unknown.png', problem: 'no-row', row_no: null },
  ])
  await site.drainJobs()
  const page = await site.get(sent.location ?? '', { as })
  expect(page.text('main')).toContain('1 new, 0 changed, 1 refused')
})

test('whoever has too many photos in other imports is told so, and nothing is stored', async () => {
  const as = await make.closet()
  const waiting = { use: 'item' as const, width: 1, height: 1, bytes: 100 * MB, of_import: true }
  for (let n = 0; n < 4; n++) await make.image({ ...waiting, owner_id: as.id })
  const before = await stored()
  const photo = new File([new Uint8Array(png())], 'D-1.png')
  const refused = await send(as, csv('D-1'), [photo])
  expect(refused.status).toBe(400)
  expect(refused.text('main')).toContain('400 MB and 4,000 files in total')
  expect(await stored()).toEqual(before)
  expect((await send(as, csv('D-1'), [])).status).toBe(302)
})

/** Bodies that this process holds in files without names. */
function heldBodies() {
  const folder = '/proc/self/fd'
  const targetOf = (name: string) => {
    try {
      return readlinkSync(join(folder, name))
    } catch {
      return '' // It was closed since the list was read.
    }
  }
  return readdirSync(folder).filter((name) => /hemline-.*deleted/.test(targetOf(name)))
}

test('a client that leaves during its import leaves nothing behind', async () => {
  const as = await make.closet()
  const skus = Array.from({ length: 8 }, (_, n) => `C-${n}`)
  const photos = skus.map((sku) => new File([new Uint8Array(png())], `${sku}.png`))
  const { begin, sendAndLeave, close } = await overSockets(site)
  // While the first file of this closet is being checked, every other one is refused after its photos.
  expect((await send(as, csv('C-9'), [])).status).toBe(302)
  const before = await stored()

  const form = formOf(csv(...skus), photos)
  const { sent, body } = await begin({ path: '/business/imports', as, form })
  const gone = new Promise((resolve) => sent.on('close', resolve))
  sent.write(body?.subarray(0, -1))
  await vi.waitFor(() => expect(heldBodies()).toHaveLength(1))
  sent.destroy()
  await gone
  for (const delay of [0, 1, 3, 10, 30, 100])
    await sendAndLeave({ path: '/business/imports', as, form }, delay)
  await close()
  expect(await stored()).toEqual(before)
  expect(heldBodies()).toEqual([])
})
