/**
 * The kinds of cut: the app's process is killed; open connections break, and new ones work; or
 * every service that the app needs is unavailable from then on.
 */
type Means = 'killed' | 'broken off' | 'away'

/**
 * What is counted: every message, or only those that change something, with or without the answers
 * of the database and the payment provider. An app killed at a query that only reads, or within a
 * transaction, leaves the same behind as one killed at its next message: a transaction changes
 * something when it commits. So does an app killed at an answer, unless it acts outside the gate
 * before its next message.
 */
export type Counted = 'every message' | 'changes and answers' | 'changes'

interface Kind {
  readonly onlyReads?: boolean
  readonly isAnswer?: boolean
}

/**
 * Every message between one app and the outside passes here: queries and their answers, calls to
 * the payment provider, its webhooks. At message `cutAt` the connection is cut: that message does
 * not arrive and all connections break.
 */
export class Gate {
  /** Resolves when the app is killed, before either side can notice. */
  readonly killed: Promise<void>
  readonly #means: Means
  readonly #breakers = new Set<() => void>()
  readonly #listeners = new Set<(message: string) => void>()
  readonly #counted: Counted
  #cutAt: number
  #seen = 0
  #isCut = false
  #last = ''
  #tellOfDeath: () => void = () => {}

  constructor(
    cutAt = Number.POSITIVE_INFINITY,
    means: Means = 'killed',
    counted: Counted = 'every message',
  ) {
    this.#cutAt = cutAt
    this.#means = means
    this.#counted = counted
    this.killed = new Promise((resolve) => {
      this.#tellOfDeath = resolve
    })
  }

  get seen(): number {
    return this.#seen
  }

  get isCut(): boolean {
    return this.#isCut
  }

  get isDead(): boolean {
    return this.#isCut && this.#means === 'killed'
  }

  /** True after a permanent cut: nothing passes any more. */
  get isClosed(): boolean {
    return this.#isCut && this.#means !== 'broken off'
  }

  /** The message that was stopped, or else the last that passed. */
  get last(): string {
    return this.#last
  }

  /** Starts counting, towards a cut at this message from now; what broke off can break off again. */
  arm(cutAt: number): void {
    this.#seen = 0
    this.#cutAt = cutAt
    if (this.#means === 'broken off') this.#isCut = false
  }

  /** Cuts nothing from now. */
  disarm(): void {
    this.#cutAt = Number.POSITIVE_INFINITY
  }

  /** Counts a message. False when it must not arrive. */
  pass(message: string, { onlyReads = false, isAnswer = false }: Kind = {}): boolean {
    if (this.isClosed) return false
    if (onlyReads && this.#counted !== 'every message') return true
    if (isAnswer && this.#counted === 'changes') return true
    this.#seen += 1
    for (const listener of this.#listeners) listener(message)
    if (!this.#isCut) this.#last = message
    if (this.#isCut || this.#seen < this.#cutAt) return true
    this.#isCut = true
    if (this.#means === 'killed') this.#tellOfDeath()
    for (const breaks of this.#breakers) breaks()
    return false
  }

  /** Hears of each message that is counted. */
  onMessage(listener: (message: string) => void): void {
    this.#listeners.add(listener)
  }

  /** What breaks at the cut. */
  onCut(breaks: () => void): void {
    this.#breakers.add(breaks)
  }
}
