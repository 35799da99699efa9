import { MAX_MORE_PHOTOS } from '#domain/catalogue/items/fields/photo-limits.ts'

/** Limits of a file of listings and of the photos sent with it. */
export const MAX_LISTING_FILE_BYTES = 5 * 1024 * 1024
export const MAX_IMPORTED_ROWS = 2000
/** Photo files sent with it, or entries of one ZIP file. */
export const MAX_SENT_PHOTOS = 2000
/** Total size of these files as sent, and of all entries of a ZIP file unpacked. */
export const MAX_SENT_PHOTO_BYTES = 200 * 1024 * 1024
/** Photos in a closet's imports that no item shows yet; as in the database. */
export const MAX_WAITING_PHOTOS = 4000
export const MAX_WAITING_PHOTO_BYTES = 400 * 1024 * 1024
export const MAX_PHOTOS_OF_ITEM = 1 + MAX_MORE_PHOTOS

/** Imports are removed after this many days. */
export const IMPORT_DAYS = 90
/**
 * What a closet keeps of its imports, and the cells of one; as in the database. The oldest ones that
 * have ended are removed for a new one.
 */
export const MAX_CLOSET_IMPORTS = 100
export const MAX_CLOSET_IMPORT_BYTES = 100 * 1024 * 1024
export const MAX_IMPORT_BYTES = 16 * 1024 * 1024
/** Rows on a page of an import. */
export const ROWS_A_PAGE = 50
