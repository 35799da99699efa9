export type StoredImage = { readonly bytes: Uint8Array<ArrayBuffer>; readonly contentType: string }

/** Where images are stored. Keys are ours: lower-case letters, digits, '-', '.' and '/'. */
export interface ImageStore {
  /**
   * Stores an image completely or not at all, replacing an existing key. Resolves once it is
   * durable.
   */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Null for an unknown key. */
  get(key: string): Promise<StoredImage | null>
  /** Does nothing for an unknown key. */
  delete(key: string): Promise<void>
  close(): void
}
