/** A request of a person or a visitor, and whether it was answered in time and without an error. */
export interface Probe {
  readonly kind: Kind
  readonly began: number
  readonly ended: number
  readonly isFine: boolean
  /** The status, or the error. */
  readonly answer: string
}

export const KINDS = ['visitors’ pages', 'pages of people', 'writes'] as const
export type Kind = (typeof KINDS)[number]

export interface Window {
  /** When the fault happened, in milliseconds. */
  readonly at: number
  /** When everything worked again and the next fault could begin. */
  readonly until: number
}

/** Probes that ended between a fault and the next one; those that the next one cuts count there. */
export function endedIn(probes: readonly Probe[], { at, until }: Window): Probe[] {
  return probes.filter(({ ended }) => ended >= at && ended <= until)
}

/**
 * The seconds for which requests of a kind failed: from the fault to the end of the first success
 * that began after the last failed one. 0 if none failed, infinite if none has succeeded since.
 */
export function failingSeconds(probes: readonly Probe[], kind: Kind, window: Window): number {
  const seen = endedIn(probes, window).filter((one) => one.kind === kind)
  const failed = seen.filter(({ isFine }) => !isFine).map(({ began }) => began)
  if (failed.length === 0) return 0
  const last = Math.max(...failed)
  const later = seen.filter(({ isFine, began }) => isFine && began > last)
  const recoveredAt = Math.min(Number.POSITIVE_INFINITY, ...later.map(({ ended }) => ended))
  return (recoveredAt - window.at) / 1_000
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
