/**
 * Every message between one app and the world passes here: queries and their answers, calls to the
 * payment provider, its webhooks. At message `cutAt` the way is cut: that message does not arrive
 * and all connections break, as when the app's process is killed at that moment.
 */
export class Gate {
  /** Resolves at the cut, before anybody on either side can notice it. */
  readonly cut: Promise<void>
  readonly #forGood: boolean
  readonly #breakers = new Set<() => void>()
  #cutAt: number
  #seen = 0
  #isCut = false
  #last = ''
  #announce: () => void = () => {}

  /** `forGood: false` breaks what is connected at that moment and lets everything after it pass. */
  constructor(cutAt = Number.POSITIVE_INFINITY, { forGood = true } = {}) {
    this.#cutAt = cutAt
    this.#forGood = forGood
    this.cut = new Promise((resolve) => {
      this.#announce = resolve
    })
  }

  get seen(): number {
    return this.#seen
  }

  get isCut(): boolean {
    return this.#isCut
  }

  /** True from a cut for good on: nothing passes any more. */
  get isClosed(): boolean {
    return this.#isCut && this.#forGood
  }

  /** The message that was stopped, or else the last that passed. */
  get last(): string {
    return this.#last
  }

  /** Begins to count, towards a cut at this message from now. */
  arm(cutAt: number): void {
    this.#seen = 0
    this.#cutAt = cutAt
  }

  /** Counts a message. False when it must not arrive, nor anything after it. */
  pass(message: string): boolean {
    if (this.isClosed) return false
    this.#seen += 1
    this.#last = message
    if (this.#isCut || this.#seen < this.#cutAt) return true
    this.#isCut = true
    this.#announce()
    for (const breaks of this.#breakers) breaks()
    return false
  }

  /** What breaks at the cut. */
  onCut(breaks: () => void): void {
    this.#breakers.add(breaks)
  }
}
