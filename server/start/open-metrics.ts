import type { Settings } from '#server/settings/settings.ts'
import { type Lifetime, say } from './lifetime.ts'
import { listenForMetrics } from './listen-for-metrics.ts'

/** Serves metrics until the process ends, if the settings ask for it. */
export async function openMetrics(
  life: Lifetime,
  { metrics }: Pick<Settings, 'metrics'>,
  text: () => Promise<string>,
  noteError: (error: unknown) => void,
): Promise<void> {
  if (!metrics) return
  const listening = await listenForMetrics(text, metrics, noteError)
  life.closeAtEnd(() => listening.close(0))
  say(`Metrics: http://${metrics.host}:${listening.port}/metrics`)
}
