import { textOfAll } from '#server/observe/metrics/scrape.ts'
import { readSettings } from '#server/settings/settings.ts'
import { createLifetime, openDatabaseFor, say } from '#server/start/lifetime.ts'
import { openMetrics } from '#server/start/open-metrics.ts'
import { startWebProcesses } from './web-processes.ts'

/**
 * Runs the process that starts and replaces the web processes of a machine. It holds the database
 * and the port, so that neither depends on a web process.
 */
export async function serveByProcesses(buildDirectory: string): Promise<void> {
  const life = createLifetime()
  await life.start(async () => {
    const settings = readSettings(process.env)
    const database = await openDatabaseFor(life, settings)
    const web = startWebProcesses({
      count: settings.webProcesses,
      buildDirectory,
      targets: database,
      say: (line) => life.isEnding() || say(line),
    })
    life.closeAtEnd(web.stop)
    onDeployment((folder) => void web.deploy(folder).catch(console.error))
    await openMetrics(
      life,
      settings,
      async () => await textOfAll(await web.metrics()),
      console.error,
    )
    if (!(await web.opened)) await life.end(1)
  })
}

/** A new build, announced by bin/start.mjs. */
function onDeployment(deploy: (buildDirectory: string) => void): void {
  process.on('message', (message: { type?: unknown; buildDirectory?: unknown }) => {
    if (message?.type === 'deploy' && typeof message.buildDirectory === 'string')
      deploy(message.buildDirectory)
  })
}
