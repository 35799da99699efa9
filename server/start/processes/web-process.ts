import { setInterval } from 'node:timers'
import { migrateDatabase } from '#server/data/database.ts'
import { readSettings } from '#server/settings/settings.ts'
import { createLifetime, say } from '#server/start/lifetime.ts'
import { type Load, openShop } from '#server/start/open-shop.ts'
import { BEAT_MS, type FromWeb, type ToWeb } from './messages.ts'

/** Runs one of several web processes: the manager says what it serves, and when it ends. */
export async function serveAsWebProcess(load: Load): Promise<void> {
  const life = createLifetime(() => {})
  const receive = (listener: (message: ToWeb) => void) => process.on('message', listener)
  receive((message) => message.type === 'stop' && void life.end(0))
  setInterval(() => send({ type: 'beat' }), BEAT_MS).unref()
  const assigned = new Promise<ToWeb & { type: 'assignment' }>((resolve) => {
    receive((message) => message.type === 'assignment' && resolve(message))
  })
  await life.start(async () => {
    const settings = readSettings(process.env)
    const assignment = await assigned
    if (assignment.runsJobs)
      await migrateDatabase({ ...assignment, explain: (error) => error }, say)
    const { app, hosts, announce } = await openShop(life, settings, load, {
      ...assignment,
      onWorker: (id) => send({ type: 'worker', id }),
    })
    receive((message) => {
      if (message.type !== 'metrics') return
      void (app.metrics?.readings() ?? Promise.resolve([]))
        .then((readings) => send({ type: 'metrics', id: message.id, readings }))
        .catch(app.noteError)
    })
    send({ type: 'ready', hosts })
    if (assignment.hosts === null) await announce()
  })
}

function send(message: FromWeb): void {
  // Without the manager this process is about to end.
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}
