/** At most `size` elements of each folder, the same ones for the same seed. */
export function sampled<Of extends { readonly path: string }>(
  all: readonly Of[],
  size: number,
  seed: number,
): Of[] {
  const next = numbersFrom(seed)
  const byFolder = Map.groupBy(all, ({ path }) => path.slice(0, path.lastIndexOf('/')))
  return [...byFolder.values()].flatMap((ofFolder) =>
    ofFolder
      .map((one) => ({ one, at: next() }))
      .toSorted((a, b) => a.at - b.at)
      .slice(0, size)
      .map(({ one }) => one),
  )
}

/** Random numbers by mulberry32. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
