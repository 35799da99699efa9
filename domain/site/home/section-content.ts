import type { SectionType } from '#db/enums.ts'
import { sectionChecks } from './section-checks.ts'
import { type SectionContent, type SectionRecord, sectionRecords } from './section-records.ts'

// Created once: a schema is compiled at its first use, and every view of the home page uses them.
const schemas: { readonly [Type in SectionType]: ReturnType<SectionRecord<Type>['schema']> } = {
  hero: sectionRecords.hero.schema(sectionChecks),
  subtitle: sectionRecords.subtitle.schema(sectionChecks),
  stats: sectionRecords.stats.schema(sectionChecks),
  carousel: sectionRecords.carousel.schema(sectionChecks),
  brands: sectionRecords.brands.schema(sectionChecks),
  text: sectionRecords.text.schema(sectionChecks),
  cta: sectionRecords.cta.schema(sectionChecks),
}

export function contentSchema<Type extends SectionType>(
  type: Type,
): ReturnType<SectionRecord<Type>['schema']> {
  return schemas[type]
}

/**
 * Content as stored. A missing or invalid key is read as its default, so that one invalid value
 * never removes a section, nor a section the page.
 */
export function storedContent<Type extends SectionType>(
  type: Type,
  stored: unknown,
): SectionContent[Type] {
  const { empty }: SectionRecord<Type> = sectionRecords[type]
  const schema = contentSchema(type)
  const values = new Map<string, unknown>(Object.entries(Object(stored)))
  const sound = Object.entries(schema.shape).flatMap(([key, check]) => {
    const value = values.get(key)
    const readings = typeof value === 'string' ? [value, Number(value)] : [value]
    const fitting = readings.find((one) => check.safeParse(one).success)
    return fitting === undefined ? [] : [[key, fitting] as const]
  })
  const read = schema.safeParse({ ...empty, ...Object.fromEntries(sound) })
  return read.success ? read.data : empty
}
