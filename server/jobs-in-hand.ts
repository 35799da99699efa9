import type { WorkerEvents } from 'graphile-worker'

/**
 * The ids of the jobs that a runner of the queue is doing, at each heartbeat; also of those that have
 * ended since the heartbeat before the last, whose end may not be recorded yet.
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
