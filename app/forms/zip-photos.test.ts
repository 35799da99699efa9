import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { ZipFile } from 'yazl'
import { newId } from '#domain/shared/ids.ts'
import { entriesOfZip, type ZipEntry } from './zip-photos.ts'

type Files = readonly (readonly [
  name: string,
  bytes: Buffer,
  options?: { mode?: number; compress?: boolean },
])[]

async function zipOf(files: Files): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, bytes, options] of files) zip.addBuffer(bytes, name, options)
  zip.end()
  return await buffer(zip.outputStream)
}

async function readAll(zip: Buffer, elapsed?: () => number): Promise<ZipEntry[]> {
  const path = join(tmpdir(), `hemline-test-${newId()}.zip`)
  const file = await open(path, 'wx+')
  onTestFinished(async () => {
    await file.close()
    await rm(path)
  })
  await file.writeFile(zip)
  const entries: ZipEntry[] = []
  for await (const entry of entriesOfZip(file.fd, undefined, elapsed)) entries.push(entry)
  return entries
}

const short = (entries: readonly ZipEntry[]) =>
  entries.map((entry) =>
    entry.kind === 'file'
      ? `${entry.fileName} ${entry.bytes.length}`
      : entry.kind === 'stop'
        ? `stop: ${entry.reason}`
        : `${entry.fileName}: ${entry.reason}`,
  )

const photo = Buffer.from('not really a photo')
const MB = 1024 * 1024

test('the files of a ZIP file are read, without folders and system files', async () => {
  const zip = await zipOf([
    ['spring/A-1.jpg', photo],
    ['__MACOSX/spring/._A-1.jpg', photo],
    ['spring/.DS_Store', photo],
    ['Thumbs.db', photo],
    ['Ä-2.png', photo, { compress: false }],
  ])
  expect(short(await readAll(zip))).toEqual(['spring/A-1.jpg 18', 'Ä-2.png 18'])
})

test('a name that leads out of its folder is treated as text', async () => {
  const name = 'aa/aa/etc/passwd.jpg'
  const hostile = (await zipOf([[name, photo]])).toString('latin1')
  const zip = Buffer.from(hostile.replaceAll(name, '../../etc/passwd.jpg'), 'latin1')
  expect(short(await readAll(zip))).toEqual(['../../etc/passwd.jpg 18'])
})

test('a name in the code page of DOS, or in UTF-8 that is not declared, is read', async () => {
  const zip = await zipOf([
    ['Chlo?-7.jpg', photo],
    ['Chlo??-8.jpg', photo],
  ])
  for (const entry of centralEntries(zip))
    zip.writeUInt16LE(zip.readUInt16LE(entry + 8) & ~0x800, entry + 8)
  const bytes = zip.toString('latin1').replaceAll('Chlo?-', 'Chlo\x82-')
  const named = Buffer.from(bytes.replaceAll('Chlo??', 'Chlo\xC3\xA9'), 'latin1')
  expect(short(await readAll(named))).toEqual(['Chloé-7.jpg 18', 'Chloé-8.jpg 18'])
})

test('archives inside, links and encrypted entries are left out, each with its reason', async () => {
  const inner = await zipOf([['A-1.jpg', photo]])
  const zip = await zipOf([
    ['more.zip', inner],
    ['A-1.jpg', Buffer.from('/etc/passwd'), { mode: 0o120777 }],
    ['A-2.jpg', photo, { compress: false }],
    ['A-3.jpg', photo],
  ])
  // The encryption flag, in the list of entries.
  const third = centralEntries(zip)[2] ?? 0
  zip.writeUInt16LE(zip.readUInt16LE(third + 8) | 1, third + 8)
  // The bytes that encryption adds to a stored entry.
  zip.writeUInt32LE(photo.length - 12, third + 24)
  expect(short(await readAll(zip))).toEqual([
    'more.zip: archive',
    'A-1.jpg: link',
    'A-2.jpg: encrypted',
    'A-3.jpg 18',
  ])
})

/** Where each entry of the list at the end begins. */
function centralEntries(zip: Buffer): number[] {
  const found: number[] = []
  const mark = Buffer.from([0x50, 0x4b, 1, 2])
  for (let at = zip.indexOf(mark); at >= 0; at = zip.indexOf(mark, at + 4)) found.push(at)
  return found
}

test('a ZIP bomb is not unpacked beyond the size of a photo, whatever size it declares', async () => {
  const zip = await zipOf([
    ['A-1.jpg', Buffer.alloc(40 * MB)],
    ['A-2.jpg', Buffer.alloc(40 * MB)],
    ['A-3.jpg', photo],
  ])
  expect(zip.length).toBeLessThan(MB)
  const second = centralEntries(zip)[1] ?? 0
  zip.writeUInt32LE(1000, second + 24)
  expect(short(await readAll(zip))).toEqual(['A-1.jpg: too-large', 'A-2.jpg: lying', 'A-3.jpg 18'])
})

test('an entry smaller than its declared size is left out', async () => {
  const zip = await zipOf([['A-1.jpg', Buffer.alloc(1000)]])
  zip.writeUInt32LE(2000, (centralEntries(zip)[0] ?? 0) + 24)
  expect(short(await readAll(zip))).toEqual(['A-1.jpg: lying'])
})

test('damaged data leaves out one entry, and a damaged list ends the reading', async () => {
  const zip = await zipOf([
    ['A-1.jpg', Buffer.from('abcdefgh'.repeat(500))],
    ['A-2.jpg', photo],
  ])
  const broken = Buffer.from(zip)
  broken.fill(0xff, 40, 60)
  expect(short(await readAll(broken))).toEqual(['A-1.jpg: damaged-entry', 'A-2.jpg 18'])
  const list = Buffer.from(zip)
  list.writeUInt32LE(0, centralEntries(zip)[1] ?? 0)
  expect(short(await readAll(list))).toEqual(['stop: no-zip'])
  expect(short(await readAll(zip.subarray(0, 60)))).toEqual(['stop: no-zip'])
  expect(short(await readAll(Buffer.from('PK\u0003\u0004 and nothing else')))).toEqual([
    'stop: no-zip',
  ])
})

test('more than 2,000 entries, or 200 MB declared, or two minutes end the reading', async () => {
  const small = (n: number) => [`A-${n}.jpg`, photo, { compress: false }] as const
  const many = Array.from({ length: 2001 }, (_, n) => small(n))
  expect(short(await readAll(await zipOf(many)))).toEqual(['stop: too-many'])
  const packed = await zipOf([['A-1.jpg', Buffer.alloc(4.9 * MB)]])
  // Before the first one is unpacked.
  expect(short(await readAll(listed(packed, 45)))).toEqual(['stop: too-large'])
  let seconds = 0
  const slow = () => (seconds += 50)
  const three = await zipOf([1, 2, 3, 4].map(small))
  expect(short(await readAll(three, slow))).toEqual(['A-1.jpg 18', 'A-2.jpg 18', 'stop: too-slow'])
})

/** The only entry of a ZIP file, listed many times at its end. */
function listed(zip: Buffer, times: number): Buffer {
  const [begins = 0] = centralEntries(zip)
  const end = Buffer.from(zip.subarray(-22))
  const entry = zip.subarray(begins, -22)
  end.writeUInt16LE(times, 8)
  end.writeUInt16LE(times, 10)
  end.writeUInt32LE(times * entry.length, 12)
  const list = Array.from({ length: times }, () => entry)
  return Buffer.concat([zip.subarray(0, begins), ...list, end])
}
