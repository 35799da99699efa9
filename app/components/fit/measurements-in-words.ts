import { itemRanges, type LengthUnit, lengthInWords } from '#domain/accounts/sizes/lengths.ts'
import type { Measurements } from '#domain/accounts/sizes/should-fit.ts'
import { stretchWords } from './fit-words.ts'

/** 'bust 37 in, some stretch': for admins, and for comparing what two people have saved. */
export function measurementsInWords(
  measurements: Measurements | null | undefined,
  unit: LengthUnit,
): string {
  if (!measurements) return ''
  const { stretch, bustCm, waistCm, hipsCm, lengthCm } = measurements
  const lengths = [
    ['bust', bustCm],
    ['waist', waistCm],
    ['hips', hipsCm],
    ['length', lengthCm],
  ] as const
  return [
    ...lengths.flatMap(([name, cm]) =>
      cm === null ? [] : [`${name} ${lengthInWords(cm, unit, itemRanges[name])}`],
    ),
    ...(stretch ? [stretchWords[stretch].toLowerCase()] : []),
  ].join(', ')
}
