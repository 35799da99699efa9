/** Runs `work` while no other process does so in this folder. */
export function withFolderLock<Value>(
  folder: string,
  purpose: string,
  work: () => Promise<Value>,
): Promise<Value>
