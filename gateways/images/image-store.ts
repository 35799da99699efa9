export type StoredImage = { readonly bytes: Uint8Array<ArrayBuffer>; readonly contentType: string }

/** Where pictures lie. Keys are ours: lower-case letters, digits, '-', '.' and '/'. */
export interface ImageStore {
  /** Complete or not there at all; an existing key is replaced. Back only when it lasts. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Null when nothing has this key. */
  get(key: string): Promise<StoredImage | null>
  /** A key that is not there is no error. */
  delete(key: string): Promise<void>
  close(): void
}
