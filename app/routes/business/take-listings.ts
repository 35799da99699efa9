import type { FileHandle } from 'node:fs/promises'
import { href, redirect } from 'react-router'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { UPLOADS_BUSY } from '#app/forms/photos-in-turn.ts'
import { entriesOfZip, type ZipProblem } from '#app/forms/zip-photos.ts'
import {
  type ArrivedBody,
  senderIn,
  TooSlow,
  UPLOAD_TOO_SLOW,
  whenArrived,
} from '#app/request/arrived-body.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext, type Context } from '#app/request/contexts.ts'
import { countAttempt, noteFailureOnOurSide } from '#app/request/limits.ts'
import { tryAgainIn } from '#app/request/too-many.ts'
import { isMultipart } from '#app/request/uploaded-file.ts'
import { MAX_SENT_PHOTO_BYTES, MAX_SENT_PHOTOS } from '#domain/catalogue/imports/import-limits.ts'
import {
  type SentListings,
  type StartProblem,
  startImport,
} from '#domain/catalogue/imports/imports.ts'
import { discardSentPhotos, storeSentPhoto } from '#domain/catalogue/imports/sent-photos.ts'
import { wantedPhotos } from '#domain/catalogue/imports/wanted-photos.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { megabytes } from '#domain/shared/figures.ts'
import { BoundedQueue, TooBusy } from '#domain/shared/lists/bounded-queue.ts'
import { done, refused } from '#domain/shared/outcome.ts'
import { NO_ROOM_FOR_PHOTOS } from './import-rules.ts'
import { LISTING_FILE_TOO_LARGE, readListingFile } from './listing-file.ts'
import {
  MAX_LISTINGS_FORM_BYTES,
  type ReceiveProblem,
  receiveListings,
} from './receive-listings.ts'

/** Each can use 200 MB of disk space while its ZIP file is unpacked. */
const atWork = new BoundedQueue({ atOnce: 2, waiting: 10, waitMilliseconds: 20_000 })
const receiving = new Set<string>()

export async function takeListings(context: Context, request: Request, owner: ClosetOwner) {
  const app = context.get(appContext)
  if (!isMultipart(request)) return wrong({ listings: 'Please choose a CSV file.' })
  const taken = await countAttempt(app, 'import listings', owner.id)
  if (!taken.ok)
    return answerProblem(
      problem(`Too many files. ${tryAgainIn(taken.problem.retryAfterSeconds)}`),
      429,
    )
  if (receiving.has(owner.id)) return wrong({ listings: STILL_CHECKED })
  receiving.add(owner.id)
  try {
    return await whenArrived(
      request,
      senderIn(context, owner),
      MAX_LISTINGS_FORM_BYTES,
      (arrived) => atWork.run(() => take(context, arrived, owner)),
    )
  } catch (error) {
    if (error instanceof TooSlow) return answerProblem(problem(UPLOAD_TOO_SLOW), 408)
    if (!(error instanceof TooBusy)) throw error
    noteFailureOnOurSide()
    return answerProblem(problem(UPLOADS_BUSY), 503)
  } finally {
    receiving.delete(owner.id)
  }
}

/** Nothing that was sent stays stored unless it becomes an import. */
async function take(context: Context, arrived: ArrivedBody, owner: ClosetOwner) {
  const app = context.get(appContext)
  const request = arrived.read()
  const photos: SentListings['photos'][number][] = []
  let isImport = false
  try {
    const sent = await attempt(context, request, () => receive(context, arrived, owner, photos))
    if (!sent.ok) return answerReceived(sent.problem)
    const started = await startImport(app.db, owner, sent.value, app.clock())
    if (!started.ok) return wrong({ listings: START_SENTENCES[started.problem.reason] })
    isImport = true
    return redirect(href('/business/imports/:id', { id: started.value.importId }))
  } finally {
    const ids = isImport ? [] : photos.map(({ id }) => id)
    // What cannot be removed now is removed by a job.
    await discardSentPhotos(app.db, app.images, ids).catch((error: unknown) =>
      app.noteSkipped(error, new URL(request.url).pathname),
    )
  }
}

type Refused =
  | { readonly reason: ReceiveProblem | ZipProblem | 'no-room' }
  | { readonly reason: 'file'; readonly sentence: string }

/** Reads the file first, then the photos that its rows name. */
async function receive(
  context: Context,
  arrived: ArrivedBody,
  owner: ClosetOwner,
  photos: SentListings['photos'][number][],
) {
  const { db, images, clock } = context.get(appContext)
  const listings = await receiveListings(arrived.read(), null)
  if (typeof listings === 'string') return refused<Refused>({ reason: listings })
  const { fileName, csv } = listings
  const file = csv && readListingFile(csv)
  const sentence = file ? !file.ok && file.sentence : LISTING_FILE_TOO_LARGE
  if (!file?.ok) return refused<Refused>({ reason: 'file', sentence: sentence || '' })

  const leftOut: SentListings['leftOut'][number][] = []
  // Until its columns are chosen, no SKU of a file is known.
  const leaveOut = file.fileColumns ? () => null : wantedPhotos(file.rows)
  let isFull = false
  const keep = async (name: string, bytes: Uint8Array) => {
    if (isFull) return
    const stored = await storeSentPhoto(db, images, owner, { fileName: name, bytes }, clock())
    if (stored.ok) photos.push({ id: stored.value, fileName: name })
    else isFull = true
  }
  const received = await receiveListings(arrived.read(), async (name, photo) => {
    const reason = photo instanceof Uint8Array ? leaveOut(name) : photo.leftOut
    if (reason) leftOut.push({ fileName: name, reason })
    else if (photo instanceof Uint8Array) await keep(name, photo)
  })
  if (typeof received === 'string') return refused<Refused>({ reason: received })
  const { zip } = received
  try {
    const before = photos.length + leftOut.length
    const stopped = zip && (await unpack(zip, { keep, leaveOut, leftOut, before }))
    if (stopped) return refused<Refused>({ reason: stopped })
    if (isFull) return refused<Refused>({ reason: 'no-room' })
    return done<SentListings>({ fileName, ...file, photos, leftOut })
  } finally {
    await zip?.close()
  }
}

type Unpacking = {
  readonly keep: (fileName: string, bytes: Uint8Array) => Promise<void>
  readonly leaveOut: ReturnType<typeof wantedPhotos>
  readonly leftOut: SentListings['leftOut'][number][]
  /** Photos that came beside the ZIP file. */
  readonly before: number
}

async function unpack(
  zip: FileHandle,
  { keep, leaveOut, leftOut, before }: Unpacking,
): Promise<ZipProblem | null> {
  let files = before
  for await (const entry of entriesOfZip(zip.fd, leaveOut)) {
    if (entry.kind === 'stop') return entry.reason
    files += 1
    if (files > MAX_SENT_PHOTOS) return 'too-many'
    if (entry.kind === 'file') await keep(entry.fileName, entry.bytes)
    else leftOut.push({ fileName: entry.fileName, reason: entry.reason })
  }
  return null
}

const STILL_CHECKED = 'Your last file is still being checked. Please wait until that is done.'
const NOT_SAVED = 'Your photos could not be saved. Please try again in a minute.'

const SENTENCES = {
  'no-file': { listings: 'Please choose a CSV file.' },
  unreadable: { listings: 'This form could not be read. Please choose your files again.' },
  'too-large': {
    photos: `These photos are larger than ${megabytes(MAX_SENT_PHOTO_BYTES)} in total.`,
  },
  'too-many': {
    photos: `You can upload up to ${MAX_SENT_PHOTOS.toLocaleString('en-US')} files at a time.`,
  },
  'two-archives': { photos: 'Please send one ZIP file at a time.' },
  'no-zip': { photos: 'This ZIP file is damaged and cannot be read.' },
  'too-slow': { photos: 'This ZIP file takes too long to unpack. Please send it in parts.' },
  'no-room': { photos: NO_ROOM_FOR_PHOTOS },
} as const satisfies Record<ReceiveProblem | ZipProblem | 'no-room', Record<string, string>>

const START_SENTENCES = {
  'being-checked': STILL_CHECKED,
  'too-many-imports':
    'You have too many files that are neither imported nor discarded. Please import or discard some first.',
  'too-large': LISTING_FILE_TOO_LARGE,
} as const satisfies Record<StartProblem['reason'], string>

function answerReceived(refusal: Refused | { readonly reason: 'unexpected' }) {
  if (refusal.reason === 'unexpected') return answerProblem(problem(NOT_SAVED), 503)
  if (refusal.reason === 'file') return wrong({ listings: refusal.sentence })
  return wrong(SENTENCES[refusal.reason])
}

function wrong(fields: Record<string, string>) {
  return answerProblem(problem('', { fields }))
}
