import type { ImageProblem } from '#domain/images/images.ts'

/** What is said about a file that cannot be used (business §5). */
export const imageSentences = {
  'not-an-image': 'Please select an image file',
  'too-large': 'Image size must be less than 5MB',
  'too-many-pixels': 'This image has too many pixels. Please choose a smaller one.',
  damaged: 'This image is damaged and cannot be read. Please choose another one.',
} as const satisfies Record<ImageProblem, string>
