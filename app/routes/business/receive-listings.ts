import type { FileHandle } from 'node:fs/promises'
import { countedBody } from '#app/forms/multipart.ts'
import { boundaryIn, piecesOf } from '#app/forms/multipart-parts.ts'
import { hiddenFile } from '#app/request/hidden-file.ts'
import { MAX_FILE_BYTES } from '#domain/catalogue/images/image-shapes.ts'
import {
  MAX_LISTING_FILE_BYTES,
  MAX_SENT_PHOTO_BYTES,
  MAX_SENT_PHOTOS,
} from '#domain/catalogue/imports/import-limits.ts'
import type { LeftOut } from '#domain/catalogue/imports/imports.ts'

/** Headers of the parts, and small fields. */
const MAX_OTHER_BYTES = 1024 * 1024
export const MAX_LISTINGS_FORM_BYTES =
  MAX_LISTING_FILE_BYTES + MAX_SENT_PHOTO_BYTES + MAX_OTHER_BYTES

export type ReceivedListings = {
  readonly fileName: string
  /** Null when it is larger than its limit. */
  readonly csv: Uint8Array | null
  readonly zip: FileHandle | null
}

export type ReceiveProblem =
  /** The whole form is refused; the rest of it is not read. */
  'too-large' | 'unreadable' | 'no-file' | 'too-many' | 'two-archives'

/** Receives each photo while the form arrives, or why a file is left out. */
export type TakePhoto = (
  fileName: string,
  photo: Uint8Array | { readonly leftOut: LeftOut },
) => Promise<void>

/**
 * Reads a form with a file of listings and its photos as it arrives: at most the listings and one
 * photo are in memory, and a ZIP file is written to an unnamed file on disk. The caller closes it.
 * @param take null: only the listings are read, and photos are skipped
 */
export async function receiveListings(
  request: Request,
  take: TakePhoto | null,
): Promise<ReceivedListings | ReceiveProblem> {
  const boundary = boundaryIn(request.headers.get('content-type'))
  if (boundary === null || request.body === null) return 'unreadable'
  const body = countedBody(request.body, MAX_LISTINGS_FORM_BYTES)
  const arrived: Arrived = { listings: null, zip: null, files: 0 }
  try {
    const problem = await readParts(piecesOf(body.chunks, boundary), body.isCut, arrived, take)
    if (problem === null && arrived.listings) return { ...arrived.listings, zip: arrived.zip }
    await closed(arrived.zip)
    return problem ?? 'no-file'
  } catch (error) {
    await closed(arrived.zip)
    throw error
  }
}

type Arrived = {
  listings: Omit<ReceivedListings, 'zip'> | null
  zip: FileHandle | null
  files: number
}

async function readParts(
  pieces: ReturnType<typeof piecesOf>,
  isCut: () => boolean,
  arrived: Arrived,
  take: TakePhoto | null,
): Promise<ReceiveProblem | null> {
  const kinds = take ? KINDS : KINDS_OF_LISTINGS
  let part: Part | null = null
  for await (const piece of pieces) {
    if (piece.kind === 'unreadable') return isCut() ? 'too-large' : 'unreadable'
    if (piece.kind === 'bytes') {
      if (part && !(await addBytes(part, piece.bytes, arrived))) return 'two-archives'
      continue
    }
    if (part) await finishPart(part, arrived, take)
    if (piece.kind === 'end') return null
    const { field, fileName } = piece.header
    part = { kind: kinds[field] ?? 'other', fileName: fileName ?? '', chunks: [], size: 0 }
    arrived.files += part.kind === 'photo' ? 1 : 0
    if (arrived.files > MAX_SENT_PHOTOS) return 'too-many'
  }
  return null
}

/** False for a second ZIP file. */
async function addBytes(part: Part, bytes: Uint8Array, arrived: Arrived): Promise<boolean> {
  if (part.kind === 'photo' && part.size < MARK_BYTES) {
    if (isZip(Buffer.concat([...part.chunks, bytes]))) {
      if (arrived.zip) return false
      arrived.zip = await hiddenFile()
      for (const chunk of part.chunks) await arrived.zip.writeFile(chunk)
      part.kind = 'zip'
      part.chunks.length = 0
    }
  }
  part.size += bytes.length
  if (part.kind === 'zip') await arrived.zip?.writeFile(bytes)
  else if (part.size <= LIMITS[part.kind]) part.chunks.push(Buffer.from(bytes))
  return true
}

async function finishPart(
  { kind, fileName, chunks, size }: Part,
  arrived: Arrived,
  take: TakePhoto | null,
): Promise<void> {
  if (size === 0) return
  if (kind === 'csv') {
    const csv = size > MAX_LISTING_FILE_BYTES ? null : Buffer.concat(chunks)
    arrived.listings = { fileName, csv }
  }
  if (kind === 'photo' && take)
    await take(fileName, size > MAX_FILE_BYTES ? { leftOut: 'too-large' } : Buffer.concat(chunks))
}

type Part = {
  kind: 'csv' | 'photo' | 'zip' | 'other'
  readonly fileName: string
  readonly chunks: Buffer[]
  size: number
}

type Kinds = Readonly<Record<string, 'csv' | 'photo'>>
const KINDS: Kinds = { listings: 'csv', photos: 'photo' }
const KINDS_OF_LISTINGS: Kinds = { listings: 'csv' }

/** Of a part that is held in memory; its further bytes are only counted. */
const LIMITS = { csv: MAX_LISTING_FILE_BYTES, photo: MAX_FILE_BYTES, other: 0 } as const

async function closed(file: FileHandle | null): Promise<void> {
  await file?.close().catch(() => {})
}

const MARK_BYTES = 4

/** The first bytes of a ZIP file, also of an empty one. */
function isZip(bytes: Uint8Array): boolean {
  return (
    bytes[0] === 0x50 &&
    bytes[1] === 0x4b &&
    (bytes[2] === 3 || bytes[2] === 5) &&
    bytes.length >= MARK_BYTES
  )
}
