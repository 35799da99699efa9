export interface FolderLock {
  release(): Promise<void>
}

/**
 * Takes a lock that the kernel frees when this process dies, however it dies. It covers one folder
 * (by device and inode, so two paths to it are one lock) and one purpose.
 */
export function lockFolder(
  folder: string,
  purpose: string,
): Promise<FolderLock | { heldBy: string }>
