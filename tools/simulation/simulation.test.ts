import { expect, test } from 'vitest'
import { exchangeCheck } from '#sandbox/testing/stripe-types/exchange-check.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { missingFrom } from './required.ts'
import { simulate } from './simulate.ts'
import { type Counts, formatCounts, sumOf } from './tally.ts'

// `SEED=… STEPS=… npm run simulate` repeats a run or runs more steps than the suite.
const { SEED, STEPS } = process.env
const seed = Number(SEED ?? Date.now() % 1_000_000_000)
const steps = Number(STEPS ?? 1000)

/** Of the first ten seeds, the two with the most different moves and refusals in 150 actions. */
const USUAL = { seeds: [1, 7], steps: 150 }

/** Towns grow, so new ones are started to keep the comparison of everything cheap. */
const STEPS_PER_TOWN = 1000

const towns =
  SEED || STEPS
    ? Array.from({ length: Math.ceil(steps / STEPS_PER_TOWN) }, (_, town) => ({
        seed: seed + town,
        steps: Math.min(STEPS_PER_TOWN, steps - town * STEPS_PER_TOWN),
      }))
    : USUAL.seeds.map((seed) => ({ seed, steps: USUAL.steps }))

const counts: Counts[] = []

test.each(towns)(
  'the shop agrees with a model without a database (seed $seed, $steps actions)',
  async (town) => {
    console.log(`SEED=${town.seed} STEPS=${town.steps}`)
    const { onExchange, problems } = await exchangeCheck()
    const began = performance.now()
    const came = await simulate(await testDatabase(), town.seed, town.steps, onExchange)
    expect(problems).toEqual([])
    counts.push(came)
    const seconds = (performance.now() - began) / 1000
    console.log(
      `SEED=${town.seed}: ${town.steps} actions in ${seconds.toFixed(1)} s: ${formatCounts(came)}`,
    )
  },
  Math.max(300_000, steps * 400),
)

/** Enough actions for every move and refusal. After fewer, missing ones are only listed. */
const MANY = 100_000

test('a long run includes every move and every refusal', () => {
  const all = sumOf(counts)
  const missing = missingFrom(all)
  console.log(`together: ${formatCounts(all)}\nmissing: ${missing.join(', ') || 'nothing'}`)
  expect(steps >= MANY ? missing : []).toEqual([])
})
