import { FormDataParseError, parseFormData } from '@remix-run/form-data-parser'
import type { RouterContextProvider } from 'react-router'
import type { ImageUse } from '#db/enums.ts'
import { LARGEST_FILE_BYTES } from '#domain/images/image-shapes.ts'
import { storeImage } from '#domain/images/images.ts'
import type { Person } from '#domain/shared/actors.ts'
import { appContext } from './contexts.ts'
import { imageSentences } from './image-sentences.ts'
import { takeOne } from './limits.ts'
import { tryAgainIn } from './too-many.ts'

/** Held while one file is read: a photo over the limit keeps the rest of its form. */
const MOST_HELD_BYTES = 3 * LARGEST_FILE_BYTES
const MOST_OTHER_BYTES = 256 * 1024

export type FormWithPhotos = {
  /** Every file has become the id of a stored picture, under the name of its field. */
  readonly form: FormData
  /** What was wrong with a file, by the name of its field. */
  readonly problems: Readonly<Record<string, string>>
}

/**
 * Reads a form whose file inputs take pictures, as browsers without our script send them: each file
 * is stored as soon as it is read. With the script the fields carry ids, and nothing is stored here.
 * @param uses what the pictures of each field are for
 * @param most how many files one form may bring
 * @returns null for a body that is no form, or far too large to be one of ours
 */
export async function readFormWithPhotos(
  context: Readonly<RouterContextProvider>,
  request: Request,
  person: Person,
  uses: Readonly<Record<string, ImageUse>>,
  most: number,
): Promise<FormWithPhotos | null> {
  const app = context.get(appContext)
  const problems: Record<string, string> = {}
  let ours: unknown = null
  try {
    const form = await parseFormData(
      request,
      {
        maxFiles: most + 1,
        maxParts: 60,
        maxFileSize: MOST_HELD_BYTES,
        maxTotalSize: most * MOST_HELD_BYTES + MOST_OTHER_BYTES,
      },
      async (file) => {
        const use = uses[file.fieldName]
        if (!use || (file.size === 0 && file.name === '')) return null
        const taken = await takeOne(app, 'upload', person.id)
        if (!taken.ok) {
          problems[file.fieldName] = `Too many uploads. ${tryAgainIn(taken.retryAfterSeconds)}`
          return null
        }
        const stored = await storeImage(
          app.db,
          app.images,
          person,
          file.stream(),
          use,
          app.clock(),
        ).catch((error) => {
          // The parser would call it a bad form.
          ours = error
          throw error
        })
        if (stored.ok) return stored.value
        problems[file.fieldName] = imageSentences[stored.problem]
        return null
      },
    )
    return { form, problems }
  } catch (error) {
    if (ours) throw ours
    if (error instanceof FormDataParseError || isTooLarge(error)) return null
    throw error
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && /^Max\w+ExceededError$/.test(error.name)
}
