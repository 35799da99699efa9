import type { ImageUse } from '#db/enums.ts'

/** A picture that is stored but that no saved form names yet. */
export type StoredPhoto = { readonly id: string; readonly url: string }

export type Upload =
  | { readonly ok: true; readonly photo: StoredPhoto }
  | { readonly ok: false; readonly problem: string | null }

/** Sends a picture to the store and tells how far it is, from 0 to 1. */
export function uploadPhoto(
  picture: Blob,
  use: ImageUse,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Upload> {
  const form = new FormData()
  form.set('use', use)
  form.set('file', picture, 'photo.jpg')
  // The one way to learn how much has been sent.
  const request = new XMLHttpRequest()
  return new Promise((resolve) => {
    const fail = () => resolve({ ok: false, problem: null })
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('load', () => resolve(readAnswer(request.responseText)))
    request.addEventListener('error', fail)
    request.addEventListener('abort', fail)
    signal.addEventListener('abort', () => request.abort())
    request.open('POST', '/uploads')
    request.send(form)
  })
}

function readAnswer(text: string): Upload {
  try {
    const answer: unknown = JSON.parse(text)
    if (typeof answer !== 'object' || answer === null) return { ok: false, problem: null }
    if ('id' in answer && 'url' in answer)
      return { ok: true, photo: { id: String(answer.id), url: String(answer.url) } }
    return { ok: false, problem: 'problem' in answer ? String(answer.problem) : null }
  } catch {
    return { ok: false, problem: null }
  }
}
