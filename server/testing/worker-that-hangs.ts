import { createDb, createPool } from '#db/connection.ts'
import { startWorker } from '#server/job-worker.ts'
import { systemFor } from './system.ts'

// A worker in a process of its own, whose mail server never answers: node worker-that-hangs.ts
// <database as JSON>. Says 'sending' when it has begun a job.

const target = JSON.parse(process.argv[2] ?? '')
const system = systemFor(createDb(createPool(target)), () => {
  process.stdout.write('sending\n')
  return new Promise(() => {})
})
await startWorker(system, target)
