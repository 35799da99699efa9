import { href } from 'react-router'
import type { ImageUse } from '#db/enums.ts'
import { FILE_TOO_LARGE } from '#domain/catalogue/images/image-shapes.ts'

/** A stored image that no saved form refers to yet. */
export type StoredPhoto = { readonly id: string; readonly url: string }

/** A private image for its form; only the person who uploaded it can see it. */
export function uploadedPhoto(id: string): StoredPhoto {
  return { id, url: href('/uploads/:id', { id }) }
}

export type Upload = { readonly ok: true; readonly photo: StoredPhoto } | FailedUpload

export type FailedUpload = {
  readonly ok: false
  /** The server's explanation; null when our server did not respond. */
  readonly problem: string | null
  /** The same file may be accepted later: nothing is wrong with it. */
  readonly mayRetry: boolean
  readonly isSignedOut: boolean
}

const NO_ANSWER: FailedUpload = { ok: false, problem: null, mayRetry: true, isSignedOut: false }

/** Uploads an image, or a part cut out of one, and reports the progress, from 0 to 1. */
export function uploadPhoto(
  picture: Blob,
  { use, isCropped }: { readonly use: ImageUse; readonly isCropped: boolean },
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Upload> {
  const form = new FormData()
  form.set('use', use)
  if (isCropped) form.set('cropped', 'yes')
  form.set('file', picture, 'photo.jpg')
  // The only way to get the progress of an upload.
  const request = new XMLHttpRequest()
  return new Promise((resolve) => {
    const fail = () => resolve(NO_ANSWER)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('load', () => resolve(readAnswer(request)))
    request.addEventListener('error', fail)
    request.addEventListener('abort', fail)
    signal.addEventListener('abort', () => request.abort())
    request.open('POST', href('/uploads'))
    request.send(form)
  })
}

/** The outcome of an upload from its response. */
export function readAnswer({
  responseText,
  status,
}: Pick<XMLHttpRequest, 'responseText' | 'status'>): Upload {
  try {
    const answer: unknown = JSON.parse(responseText)
    if (typeof answer !== 'object' || answer === null) return answeredByProxy(status)
    if ('id' in answer && 'url' in answer)
      return { ok: true, photo: { id: String(answer.id), url: String(answer.url) } }
    if (!('problem' in answer)) return answeredByProxy(status)
    const mayRetry = status !== 400 && status !== 413
    return { ok: false, problem: String(answer.problem), mayRetry, isSignedOut: status === 401 }
  } catch {
    return answeredByProxy(status)
  }
}

/** A proxy with a limit of its own refuses the same file again. */
function answeredByProxy(status: number): FailedUpload {
  return status === 413 ? { ...NO_ANSWER, problem: FILE_TOO_LARGE, mayRetry: false } : NO_ANSWER
}
