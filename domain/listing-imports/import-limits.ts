import { MAX_MORE_PHOTOS } from '#domain/items/photo-limits.ts'

/** The limits of a file of listings and the photos that come with it. */
export const MAX_LISTING_FILE_BYTES = 5 * 1024 * 1024
export const MAX_IMPORTED_ROWS = 2000
/** Files beside it, or entries of one ZIP file. */
export const MAX_SENT_PHOTOS = 2000
/** All of them as they arrive, and all entries of a ZIP file unpacked. */
export const MAX_SENT_PHOTO_BYTES = 200 * 1024 * 1024
export const MAX_PHOTOS_OF_ITEM = 1 + MAX_MORE_PHOTOS

/** Older imports are removed. */
export const IMPORT_DAYS = 90
/** On a page of an import. */
export const ROWS_A_PAGE = 50
