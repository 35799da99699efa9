export type Ratio = {
  readonly what: string
  readonly ours: number
  readonly bare: number
  readonly ratio: number
}

/**
 * Measures two things in turn, several times, so that other load on the machine affects both; the
 * medians are compared.
 */
export async function sideBySide(
  what: string,
  measure: { readonly ours: () => Promise<number>; readonly bare: () => Promise<number> },
  rounds = 7,
): Promise<Ratio> {
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push(await measure.ours())
    bare.push(await measure.bare())
  }
  return { what, ours: median(ours), bare: median(bare), ratio: median(ours) / median(bare) }
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

export function printHeading(what: string, ours: string, bare: string): void {
  console.log(`\n${what.padEnd(47)} ratio ${ours.padStart(8)} ${bare.padStart(8)}`)
}

export function printRatio({ what, ours, bare, ratio }: Ratio): void {
  const number = (value: number) => Math.round(value).toLocaleString('en-US').padStart(8)
  console.log(`${what.padEnd(46)} ${ratio.toFixed(2).padStart(6)} ${number(ours)} ${number(bare)}`)
}
