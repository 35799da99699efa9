// `SEED=… FAILOVERS=… npm run test:cluster` repeats the choices of a run, or kills the primary more or
// less often.
const { SEED, FAILOVERS } = process.env

export const seed = Number(SEED ?? Date.now() % 1_000_000_000)
export const failovers = Number(FAILOVERS ?? 20)
/** How often each of the other faults happens. */
export const otherFaults = Math.ceil(failovers / 4)

console.log(`SEED=${seed} FAILOVERS=${failovers}`)
