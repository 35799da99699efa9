import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { type Entry, fromFdPromise, getFileNameLowLevel, type ZipFile } from 'yauzl'
import { readWithLimit } from '#domain/catalogue/images/file-bytes.ts'
import { MAX_FILE_BYTES } from '#domain/catalogue/images/image-shapes.ts'
import { MAX_SENT_PHOTO_BYTES, MAX_SENT_PHOTOS } from '#domain/catalogue/imports/import-limits.ts'
import type { LeftOut } from '#domain/catalogue/imports/imports.ts'

/** For the whole file, however it is packed. */
const MAX_SECONDS = 120

export type ZipEntry =
  | { readonly kind: 'file'; readonly fileName: string; readonly bytes: Uint8Array }
  | { readonly kind: 'left-out'; readonly fileName: string; readonly reason: LeftOut }
  /** Nothing more is read. */
  | { readonly kind: 'stop'; readonly reason: ZipProblem }

export type ZipProblem = 'no-zip' | 'too-many' | 'too-large' | 'too-slow'

/**
 * The files of a ZIP file on disk, one at a time in memory. Before the first one is unpacked, the
 * declared sizes are added up; files that `leaveOut` names a reason for are not. The declared size of an entry is
 * compared with the real one: bytes are counted while they are unpacked, per file and in total. A
 * name is returned as text, never used as a path.
 */
export async function* entriesOfZip(
  fd: number,
  leaveOut: (fileName: string) => LeftOut | null = () => null,
  elapsed: () => number = () => performance.now() / 1000,
): AsyncGenerator<ZipEntry, void> {
  const began = elapsed()
  const declared = await declaredProblem(fd)
  if (declared) return yield { kind: 'stop', reason: declared }
  const zip = await opened(fd)
  if (!zip) return yield { kind: 'stop', reason: 'no-zip' }
  let total = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (elapsed() - began > MAX_SECONDS) return yield { kind: 'stop', reason: 'too-slow' }
      const fileName = nameOf(entry)
      if (isNoFile(fileName)) continue
      const reason = leaveOut(fileName)
      const read: ZipEntry = reason
        ? { kind: 'left-out', fileName, reason }
        : await readEntry(zip, entry, fileName)
      total += read.kind === 'file' ? read.bytes.length : 0
      if (total > MAX_SENT_PHOTO_BYTES) return yield { kind: 'stop', reason: 'too-large' }
      yield read
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // The list of entries cannot be read.
    yield { kind: 'stop', reason: 'no-zip' }
  }
}

/** What the list of entries says: reads no entry. */
async function declaredProblem(fd: number): Promise<ZipProblem | null> {
  const zip = await opened(fd)
  if (!zip) return 'no-zip'
  if (zip.entryCount > MAX_SENT_PHOTOS) return 'too-many'
  let total = 0
  try {
    for await (const entry of zip.eachEntry()) {
      // A larger file is left out.
      const isFile = !isNoFile(nameOf(entry)) && entry.uncompressedSize <= MAX_FILE_BYTES
      total += isFile ? entry.uncompressedSize : 0
      if (total > MAX_SENT_PHOTO_BYTES) return 'too-large'
    }
    return null
  } catch {
    return 'no-zip'
  }
}

async function opened(fd: number): Promise<ZipFile | null> {
  try {
    return await fromFdPromise(fd, {
      autoClose: false,
      lazyEntries: true,
      decodeStrings: false,
      validateEntrySizes: true,
    })
  } catch {
    return null
  }
}

/**
 * As UTF-8, which some programs write without saying so; bytes that are no UTF-8 are in the code page
 * of DOS, unless the entry has its name a second time.
 */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const raw = Buffer.from(fileNameRaw)
  if (isUtf8(raw)) return raw.toString('utf8')
  return getFileNameLowLevel(generalPurposeBitFlag, raw, extraFields, true)
}

/** Folders, and what macOS and Windows add on their own. */
function isNoFile(name: string): boolean {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return (
    last === '' || last.startsWith('.') || last === 'Thumbs.db' || /(^|\/)__MACOSX\//.test(name)
  )
}

const TYPE_OF_FILE = 0xf000
const LINK = 0xa000

async function readEntry(zip: ZipFile, entry: Entry, fileName: string): Promise<ZipEntry> {
  const leftOut = (reason: LeftOut): ZipEntry => ({ kind: 'left-out', fileName, reason })
  if (entry.isEncrypted()) return leftOut('encrypted')
  if (((entry.externalFileAttributes >>> 16) & TYPE_OF_FILE) === LINK) return leftOut('link')
  if (/\.(zip|rar|7z|tar|gz|tgz)$/i.test(fileName)) return leftOut('archive')
  if (entry.uncompressedSize > MAX_FILE_BYTES) return leftOut('too-large')
  if (!entry.canDecodeFileData()) return leftOut('damaged-entry')
  let stream: Readable | null = null
  try {
    stream = await zip.openReadStreamPromise(entry)
    const bytes = await readWithLimit(stream, MAX_FILE_BYTES)
    return bytes ? { kind: 'file', fileName, bytes } : leftOut('too-large')
  } catch (error) {
    const words = error instanceof Error ? error.message : ''
    return leftOut(/(too many|not enough) bytes/.test(words) ? 'lying' : 'damaged-entry')
  } finally {
    stream?.destroy()
  }
}
