import { createDb, createPool } from '#db/connection.ts'
import { startWorker } from '#server/jobs/job-worker.ts'
import { systemFor } from './system.ts'

// A worker in a separate process whose mail server never responds: node worker-that-hangs.ts
// <database as JSON>. Prints 'sending' when it has started a job.

const target = JSON.parse(process.argv[2] ?? '')
const system = systemFor(createDb(createPool(target)), () => {
  process.stdout.write('sending\n')
  return new Promise(() => {})
})
await startWorker(system, target, { first: [] })
