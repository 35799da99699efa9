/** A violation that an integrity check found, as its result column stores it. */
export type StoredViolation = { readonly subject: string; readonly detail: string | null }
