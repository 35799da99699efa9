/** Too many tasks are waiting, or this one has waited too long. */
export class TooBusy extends Error {}

/** Runs a few tasks at a time, in order, and refuses those that would wait too long. */
export class BoundedQueue {
  readonly #limits: Limits
  readonly #waiting = new Set<() => void>()
  #running = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** @throws TooBusy when the task is refused; then it never starts. */
  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#running < this.#limits.atOnce) this.#running++
    else await this.#turn()
    try {
      return await work()
    } finally {
      // The next task takes over this place.
      const [next] = this.#waiting
      if (next) next()
      else this.#running--
    }
  }

  #turn(): Promise<void> {
    const { waiting, waitMilliseconds } = this.#limits
    if (this.#waiting.size >= waiting) throw new TooBusy('the queue is full')
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        this.#waiting.delete(begin)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(begin)
        reject(new TooBusy(`waited ${waitMilliseconds} ms`))
      }, waitMilliseconds)
      this.#waiting.add(begin)
    })
  }
}

interface Limits {
  /** How many tasks run at the same time. */
  readonly atOnce: number
  /** How many tasks may wait. */
  readonly waiting: number
  /** How long each task may wait. */
  readonly waitMilliseconds: number
}
