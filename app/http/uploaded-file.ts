import {
  FormDataParseError,
  MaxFileSizeExceededError,
  MaxFilesExceededError,
  MaxHeaderSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  parseFormData,
} from '@remix-run/form-data-parser'
import { LARGEST_FILE_BYTES } from '#domain/images/image-shapes.ts'

/** More than any form of ours sends besides its file. */
const MOST_OTHER_BYTES = 256 * 1024
const MOST_PARTS = 60

export type FormRead =
  | { readonly ok: true; readonly form: FormData }
  | { readonly ok: false; readonly problem: 'too-large' | 'unreadable' }

/**
 * Reads a posted form that may carry one file, counting while it reads: nothing larger is ever
 * held, and the rest of a body that is too large is not read.
 */
export async function readFormWithFile(request: Request): Promise<FormRead> {
  try {
    const form = await parseFormData(request, {
      maxFiles: 1,
      maxParts: MOST_PARTS,
      maxFileSize: LARGEST_FILE_BYTES,
      maxTotalSize: LARGEST_FILE_BYTES + MOST_OTHER_BYTES,
    })
    return { ok: true, form }
  } catch (error) {
    if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError)
      return { ok: false, problem: 'too-large' }
    if (isBadForm(error)) return { ok: false, problem: 'unreadable' }
    throw error
  }
}

function isBadForm(error: unknown): boolean {
  return [
    FormDataParseError,
    MaxFilesExceededError,
    MaxHeaderSizeExceededError,
    MaxPartsExceededError,
  ].some((kind) => error instanceof kind)
}

/** The file in a field; null when none was chosen (browsers then send an empty one). */
export function fileIn(form: FormData, field: string): File | null {
  const value = form.get(field)
  return value instanceof File && (value.size > 0 || value.name !== '') ? value : null
}
