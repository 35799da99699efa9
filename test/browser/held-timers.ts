declare global {
  interface Window {
    readonly heldTimers: {
      /** Whether a short timer runs. */
      isRunning(): boolean
      /** Whether a held timer is due within this time. */
      isDueWithin(milliseconds: number): boolean
      /** Lets time pass: timers that become due run in their order. */
      pass(milliseconds: number): void
    }
  }
}

/**
 * In a page, before its own scripts: timers of a second or more run only when the test lets time
 * pass, and the clock stands still until then. Shorter ones run as always. Copying, which another
 * process of the browser does, counts as one of them.
 */
export function holdTimers(now: number): void {
  const { setTimeout, clearTimeout } = window
  const short = new Set<number>()
  const long = new Map<number, { readonly at: number; readonly run: () => void }>()
  let passed = 0
  let last = 0
  const set = (run: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) => {
    if (delay < 1000) {
      const id = setTimeout(() => {
        short.delete(id)
        run(...given)
      }, delay)
      short.add(id)
      return id
    }
    long.set(--last, { at: passed + delay, run: () => run(...given) })
    return last
  }
  const clear = (id: number) => {
    clearTimeout(id)
    short.delete(id)
    long.delete(id)
  }
  let copying = 0
  // An empty page has no clipboard.
  if ('clipboard' in navigator) {
    const { clipboard } = navigator
    const write = clipboard.writeText.bind(clipboard)
    const writeText = async (text: string) => {
      copying++
      await write(text).finally(() => copying--)
    }
    Object.assign(clipboard, { writeText })
  }
  Object.assign(window, { setTimeout: set, clearTimeout: clear })
  Date.now = () => now + passed
  const heldTimers: Window['heldTimers'] = {
    isRunning: () => short.size > 0 || copying > 0,
    isDueWithin: (milliseconds) => [...long.values()].some(({ at }) => at <= passed + milliseconds),
    pass: (milliseconds) => {
      passed += milliseconds
      const due = [...long].filter(([, { at }]) => at <= passed)
      for (const [id, { run }] of due.toSorted(([, a], [, b]) => a.at - b.at))
        if (long.delete(id)) run()
    },
  }
  Object.assign(window, { heldTimers })
}
