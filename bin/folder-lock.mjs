import { setTimeout as sleep } from 'node:timers/promises'
import { lockFolder } from '../db/embedded/kernel-lock.mjs'
import { say } from './progress.mjs'

/** Runs `work` while no other process does so in this folder. The lock ends with the process. */
export async function withFolderLock(folder, purpose, work) {
  let lock = await lockFolder(folder, purpose)
  if ('heldBy' in lock) say(`Waiting for ${lock.heldBy}, which is running the same step …`)
  while ('heldBy' in lock) {
    await sleep(200)
    lock = await lockFolder(folder, purpose)
  }
  try {
    return await work()
  } finally {
    await lock.release()
  }
}
