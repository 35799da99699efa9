/**
 * The kinds of cut: the app's process is killed; open connections break and new ones work; or all
 * services that the app needs are unavailable from then on.
 */
type CutKind = 'killed' | 'broken off' | 'away'

/**
 * What is counted: every message, or only those that change something, with or without answers of
 * the database and the payment provider. An app killed at a read, or within a transaction, leaves
 * the same state as one killed at its next message, because a transaction changes something only
 * when it commits. The same is true at an answer, unless the app acts outside the gate before its
 * next message.
 */
export type Counted = 'every message' | 'changes and answers' | 'changes'

interface Kind {
  readonly onlyReads?: boolean
  readonly isAnswer?: boolean
}

/**
 * Every message between one app and the outside passes through its gate: queries and their answers,
 * calls to the payment provider, and its webhooks. At message `cutAt` the connection is cut: that
 * message does not arrive, and all connections break.
 */
export class Gate {
  /** Resolves when the app is killed, before either side can notice. */
  readonly killed: Promise<void>
  readonly #cutKind: CutKind
  readonly #breakers = new Set<() => void>()
  readonly #listeners = new Set<(message: string) => void>()
  readonly #counted: Counted
  #cutAt: number
  #seen = 0
  #isCut = false
  #last = ''
  #resolveKilled: () => void = () => {}

  constructor(
    cutAt = Number.POSITIVE_INFINITY,
    cutKind: CutKind = 'killed',
    counted: Counted = 'every message',
  ) {
    this.#cutAt = cutAt
    this.#cutKind = cutKind
    this.#counted = counted
    this.killed = new Promise((resolve) => {
      this.#resolveKilled = resolve
    })
  }

  get seen(): number {
    return this.#seen
  }

  get isCut(): boolean {
    return this.#isCut
  }

  get isDead(): boolean {
    return this.#isCut && this.#cutKind === 'killed'
  }

  /** True after a permanent cut: nothing passes any more. */
  get isClosed(): boolean {
    return this.#isCut && this.#cutKind !== 'broken off'
  }

  /** The message at the cut, or the last one that has passed. */
  get last(): string {
    return this.#last
  }

  /** Restarts counting, for a cut at this message. Connections that broke off can break again. */
  arm(cutAt: number): void {
    this.#seen = 0
    this.#cutAt = cutAt
    if (this.#cutKind === 'broken off') this.#isCut = false
  }

  /** Prevents any later cut. */
  disarm(): void {
    this.#cutAt = Number.POSITIVE_INFINITY
  }

  /** Counts a message. Returns false when it must not arrive. */
  pass(message: string, { onlyReads = false, isAnswer = false }: Kind = {}): boolean {
    if (this.isClosed) return false
    if (onlyReads && this.#counted !== 'every message') return true
    if (isAnswer && this.#counted === 'changes') return true
    this.#seen += 1
    for (const listener of this.#listeners) listener(message)
    if (!this.#isCut) this.#last = message
    if (this.#isCut || this.#seen < this.#cutAt) return true
    this.#isCut = true
    if (this.#cutKind === 'killed') this.#resolveKilled()
    for (const breaks of this.#breakers) breaks()
    return false
  }

  /** Calls the listener for each counted message. */
  onMessage(listener: (message: string) => void): void {
    this.#listeners.add(listener)
  }

  /** Calls the listener at the cut. */
  onCut(breaks: () => void): void {
    this.#breakers.add(breaks)
  }
}
