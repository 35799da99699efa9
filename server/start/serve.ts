import { readSettings } from '#server/settings/settings.ts'
import { createLifetime, openDatabaseFor, say } from './lifetime.ts'
import { openMetrics } from './open-metrics.ts'
import { type Load, openShop } from './open-shop.ts'

/** Runs a shop in a single process: database, pages and jobs. */
export async function serve(load: Load): Promise<void> {
  const life = createLifetime()
  await life.start(async () => {
    const settings = readSettings(process.env)
    const { target, directTarget } = await openDatabaseFor(life, settings)
    const part = { target, directTarget, runsJobs: true, hosts: null }
    const { app, announce } = await openShop(life, settings, load, part)
    if (app.metrics) await openMetrics(life, settings, app.metrics.text, app.noteError)
    await announce()
    process.on('message', () =>
      say(
        'A single web process is not replaced while it runs: restart it, or set WEB_PROCESSES=2.',
      ),
    )
  })
}
