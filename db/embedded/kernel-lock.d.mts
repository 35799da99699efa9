export interface FolderLock {
  release(): Promise<void>
}

/**
 * Takes a lock that the kernel releases when this process ends in any way. It covers one folder
 * (by device and inode, so two paths to it are one lock) and one purpose.
 */
export function lockFolder(
  folder: string,
  purpose: string,
): Promise<FolderLock | { heldBy: string }>
