import type { WorkerEvents } from 'graphile-worker'

/**
 * Returns, at each heartbeat, the ids of the jobs that a runner of the queue is doing, and of those
 * that ended since the heartbeat before the last: their end may not be recorded yet.
 */
export function watchJobsInHand(events: WorkerEvents): () => string[] {
  const inProgress = new Set<string>()
  let ended: string[] = []
  let endedBefore: string[] = []
  events.on('job:start', ({ job }) => inProgress.add(job.id))
  events.on('job:complete', ({ job }) => {
    inProgress.delete(job.id)
    ended.push(job.id)
  })
  return () => {
    const ids = [...inProgress, ...ended, ...endedBefore]
    endedBefore = ended
    ended = []
    return ids
  }
}
