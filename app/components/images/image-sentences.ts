import type { Unexpected } from '#app/forms/answered.ts'
import type { ImageUse } from '#db/enums.ts'
import { FILE_TOO_LARGE, tooSmallSentence } from '#domain/catalogue/images/image-shapes.ts'
import type { ImageProblem } from '#domain/catalogue/images/images.ts'

/** The message about a file that cannot be used (spec 17.1). */
export const imageSentences = {
  'not-an-image': 'Please select an image file',
  'other-kind': 'Please choose a JPEG, PNG or WebP photo.',
  'too-small': tooSmallSentence(),
  'crop-too-small': 'This part of the photo is too small. Please choose a larger part.',
  'too-large': FILE_TOO_LARGE,
  'too-many-pixels': 'This photo has too many pixels. Please choose a smaller one.',
  'no-room':
    'You have too many photos that are not saved with anything yet. Please save your changes, or try again tomorrow.',
  damaged: 'This photo is damaged. Please choose another one.',
} as const satisfies Record<ImageProblem['reason'], string>

/** An image that cannot be opened or stored. */
export function uploadFailed(use: ImageUse): string {
  return use === 'logo'
    ? 'Error uploading logo. Please try again.'
    : 'Error uploading image. Please try again.'
}

/** Why a file was not stored; unexpected: the storage is unavailable. */
export function imageSentence({ reason }: ImageProblem | Unexpected, use: ImageUse): string {
  return reason === 'unexpected' ? uploadFailed(use) : imageSentences[reason]
}
