import { setTimeout as pause } from 'node:timers/promises'
import { appContext, type Context } from './contexts.ts'

const MAX_WAIT_MS = 1_000

/**
 * For writes that a page can do without, such as a count: the primary may be down while the page
 * reads a replica. An error is logged, and the page does not wait longer than a second.
 */
export async function tryBriefly(
  context: Context,
  request: Request,
  write: Promise<void>,
): Promise<void> {
  const writing = write.catch((error: unknown) =>
    context.get(appContext).noteSkipped(error, new URL(request.url).pathname),
  )
  await Promise.race([writing, pause(MAX_WAIT_MS, undefined, { ref: false })])
}
