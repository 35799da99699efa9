const pollMilliseconds = 500

export type Background = {
  start(): void
  /** Something may be due now: checks at once instead of at the next poll. */
  wake(): void
  close(): Promise<void>
}

/** Repeats a task, never twice at the same time. Failures are reported, then retried. */
export function createBackground(
  task: () => Promise<unknown>,
  beforeFirst: () => Promise<unknown>,
  report: (what: string, problem: unknown) => void,
): Background {
  let started = false
  let wanted = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function rounds(): Promise<void> {
    do {
      wanted = false
      try {
        await task()
      } catch (problem) {
        if (started) report('The sandbox could not deliver; it will try again.', problem)
      }
    } while (wanted && started)
  }

  function wake(): void {
    if (!started) return
    wanted = true
    if (running) return
    clearTimeout(timer)
    running = rounds().finally(() => {
      running = undefined
      if (started) timer = setTimeout(wake, pollMilliseconds).unref()
    })
  }

  return {
    start() {
      if (started) return
      started = true
      running = beforeFirst()
        .catch((problem) => report('The sandbox could not look for old webhooks.', problem))
        .then(() => {
          running = undefined
          wake()
        })
    },
    wake,
    async close() {
      started = false
      clearTimeout(timer)
      await running
    },
  }
}
