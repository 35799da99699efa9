/** A position in the log of changes that a primary writes and its replicas replay. */
export type Position = bigint

/** As PostgreSQL writes it: two halves in hexadecimal, such as 16/B374D848. */
export function positionOf(text: string): Position {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/**
 * The positions of the primary over time. A replica that has replayed a position shows everything
 * that was committed before the primary reached it. So only one clock counts, and the result is
 * right even if a replica receives nothing or the primary writes nothing.
 */
export class PrimaryPositions {
  readonly #samples: { readonly position: Position; readonly at: number }[] = []
  readonly #rememberedMs: number

  /** @param rememberedMs how long a position is kept */
  constructor(rememberedMs: number) {
    this.#rememberedMs = rememberedMs
  }

  /** @param at milliseconds on a monotonic clock, before the primary was asked */
  add(position: Position, at: number): void {
    while ((this.#samples[0]?.at ?? at) < at - this.#rememberedMs) this.#samples.shift()
    this.#samples.push({ position, at })
  }

  /**
   * A replica shows everything committed before this time; minus infinity if it is behind all known
   * positions.
   */
  shownUntil(replayed: Position): number {
    // A new primary may begin below the last position of the one before it.
    const shown = this.#samples.findLast(({ position }) => position <= replayed)
    return shown?.at ?? Number.NEGATIVE_INFINITY
  }
}
