// `SEED=… KILLS=… npm run test:faults` repeats the choices of a run, or kills more often.
const { SEED, KILLS } = process.env

export const seed = Number(SEED ?? Date.now() % 1_000_000_000)

const app = Number(KILLS ?? 100)

export const kills = { app, database: Math.min(50, Math.ceil(app / 10)) }

console.log(`SEED=${seed} KILLS=${kills.app}`)
