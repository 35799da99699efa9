/** What an integrity check found, in the column of its result. */
export type StoredViolation = { readonly subject: string; readonly detail: string | null }
