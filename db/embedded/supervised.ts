import { setTimeout as pause } from 'node:timers/promises'
import type { WatchedChild } from './watched-child.mjs'

/** A server that is restarted when it ends unexpectedly. */
export interface Supervised {
  /** Resolves with how it ended, once it is no longer restarted. */
  lost: Promise<string>
  stop(): Promise<void>
}

/**
 * A server that ends more often has a problem that restarting does not solve, such as a full disk.
 */
const MAX_RESTARTS = 5
const WITHIN_MS = 10 * 60_000

/** Restarts a server whenever it ends, at most five times in ten minutes, with growing pauses. */
export function supervise(
  first: WatchedChild,
  startAgain: () => Promise<WatchedChild>,
  { say, pauseMs }: { readonly say: (line: string) => void; readonly pauseMs: number },
): Supervised {
  const stopping = new AbortController()
  const { promise: lost, resolve: lose } = Promise.withResolvers<string>()
  let child = first
  let restarts: number[] = []

  async function watch(): Promise<void> {
    for (;;) {
      let { why } = await child.ended
      for (let isUp = false; !isUp; ) {
        if (stopping.signal.aborted) return
        restarts = restarts.filter((time) => time > Date.now() - WITHIN_MS)
        if (restarts.length >= MAX_RESTARTS) return lose(why)
        say(`PostgreSQL stopped unexpectedly (${why}): restarting it.`)
        // The first restart comes at once, later ones after growing pauses.
        await pause(restarts.length && (pauseMs / 2) * 2 ** restarts.length, null, stopping).catch(
          () => {},
        )
        restarts.push(Date.now())
        try {
          if (stopping.signal.aborted) return
          child = await startAgain()
          if (stopping.signal.aborted) return void (await child.stop())
          isUp = true
        } catch (error) {
          why = error instanceof Error ? error.message : String(error)
        }
      }
    }
  }

  const watching = watch()
  return {
    lost,
    async stop() {
      stopping.abort()
      await child.stop()
      await watching
    },
  }
}
