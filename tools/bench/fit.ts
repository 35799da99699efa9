import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { RatedFit } from '#db/enums.ts'
import {
  type FitAnswers,
  type FitOdds,
  factorsOf,
  noAnswers,
  type OwnAnswer,
  oddsFor,
  oddsOf,
  without,
} from '#domain/catalogue/fit/odds.ts'

// `npm run bench -- fit --train FILE --test FILE`: how well the odds of a fit predict real answers.
// The files are CSV, also with gzip, with the columns fit, person, piece, category and size.

const row = z.object({
  fit: z
    .enum(['small', 'fit', 'large'])
    .transform((fit): RatedFit => (fit === 'fit' ? 'true' : fit)),
  person: z.string(),
  piece: z.string(),
  category: z.string(),
  size: z.string(),
})
type Row = z.infer<typeof row>

const questions = ['small', 'true', 'large'] as const
const BINS = 10
const PAGE = 24

/** Prints the parts, and last a line with the average AUC and the calibration error. */
export function benchFit(arguments_: readonly string[]): void {
  const [train, tested] = ['--train', '--test'].map((name) => {
    const file = arguments_[arguments_.indexOf(name) + 1]
    if (!arguments_.includes(name) || !file) throw new Error(`fit needs ${name} FILE`)
    return readRows(file)
  })
  if (!train || !tested) return
  const model = learn(train)
  const predicted = tested.map((one) => ({ ...one, ...model.predict(one) }))
  console.log(`\n${train.length} answers to learn from, ${tested.length} to predict`)
  const areas = questions.map((question) => areaUnder(predicted, question))
  questions.forEach((question, n) => {
    console.log(`AUC ${question.padEnd(6)} ${(areas[n] ?? 0).toFixed(3)}`)
  })
  for (const [name, min, max] of [
    ['0', 0, 0],
    ['1', 1, 1],
    ['2', 2, 2],
    ['3 to 5', 3, 5],
    ['6 or more', 6, Number.POSITIVE_INFINITY],
  ] as const) {
    const some = predicted.filter(({ earlier }) => earlier >= min && earlier <= max)
    if (some.length > 0)
      console.log(
        `average AUC after ${name} earlier answers ${averageArea(some).toFixed(3)} (${some.length})`,
      )
  }
  const page = tested.slice(0, PAGE)
  const began = process.hrtime.bigint()
  for (const one of page) model.predict(one)
  console.log(
    `${PAGE} predictions take ${(Number(process.hrtime.bigint() - began) / 1e6).toFixed(2)} ms`,
  )
  console.log(
    `average AUC ${averageArea(predicted).toFixed(3)}, calibration error ${calibrationError(predicted).toFixed(3)}`,
  )
}

function readRows(file: string): Row[] {
  const bytes = readFileSync(file)
  const text = file.endsWith('.gz') ? gunzipSync(bytes) : bytes
  return row.array().parse(parse(text, { columns: true }))
}

/** Groups of a row, the wider ones first. A piece comes in several sizes here. */
const groups = [
  ({ category, size }: Row) => `${category} ${size}`,
  ({ piece }: Row) => `piece ${piece}`,
  ({ piece, size }: Row) => `piece ${piece} ${size}`,
]

function learn(train: readonly Row[]) {
  const counts = new Map<string, FitAnswers>()
  const ofPerson = new Map<string, Row[]>()
  let all = noAnswers
  for (const one of train) {
    all = plusOne(all, one.fit)
    for (const group of groups) {
      const key = group(one)
      counts.set(key, plusOne(counts.get(key) ?? noAnswers, one.fit))
    }
    ofPerson.set(one.person, [...(ofPerson.get(one.person) ?? []), one])
  }
  const start = oddsOf(all, [])
  const answersOf = (one: Row) => groups.map((group) => counts.get(group(one)) ?? noAnswers)
  const ownAnswer = (one: Row): OwnAnswer => ({
    fit: one.fit,
    odds: oddsOf(
      all,
      answersOf(one).map((group) => without(group, one.fit)),
    ),
  })
  return {
    predict(one: Row): { odds: FitOdds; earlier: number } {
      const own = ofPerson.get(one.person) ?? []
      const odds = oddsFor(oddsOf(all, answersOf(one)), factorsOf(own.map(ownAnswer), start))
      return { odds, earlier: own.length }
    },
  }
}

function plusOne(group: FitAnswers, fit: RatedFit): FitAnswers {
  return { ...group, [fit]: group[fit] + 1 }
}

type Predicted = { readonly fit: RatedFit; readonly odds: FitOdds }

function averageArea(rows: readonly Predicted[]): number {
  const areas = questions.map((question) => areaUnder(rows, question))
  return areas.reduce((sum, area) => sum + area, 0) / areas.length
}

/** The area under the ROC curve of one answer against the others; ties count half. */
function areaUnder(rows: readonly Predicted[], question: RatedFit): number {
  const sorted = rows.toSorted((one, other) => one.odds[question] - other.odds[question])
  let [ranks, yes] = [0, 0]
  for (let from = 0; from < sorted.length; ) {
    let to = from
    while (to < sorted.length && sorted[to]?.odds[question] === sorted[from]?.odds[question]) to++
    const hits = sorted.slice(from, to).filter(({ fit }) => fit === question).length
    ranks += (hits * (from + 1 + to)) / 2
    yes += hits
    from = to
  }
  const no = sorted.length - yes
  return yes === 0 || no === 0 ? 0.5 : (ranks - (yes * (yes + 1)) / 2) / (yes * no)
}

/** How far the probability of "true to size" is from its share, in bins of equal width. */
function calibrationError(rows: readonly Predicted[]): number {
  let error = 0
  for (let bin = 0; bin < BINS; bin++) {
    const some = rows.filter(({ odds }) => Math.min(BINS - 1, Math.floor(odds.true * BINS)) === bin)
    const predictedSum = some.reduce((sum, { odds }) => sum + odds.true, 0)
    const right = some.filter(({ fit }) => fit === 'true').length
    error += Math.abs(predictedSum - right)
  }
  return error / rows.length
}
