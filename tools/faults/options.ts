// In `SEED=… KILLS=… npm run test:faults`, SEED repeats the choices of a run, and KILLS is the
// number of kills.
const { SEED, KILLS } = process.env

export const seed = Number(SEED ?? Date.now() % 1_000_000_000)

const app = Number(KILLS ?? 1000)

export const kills = {
  app,
  database: Math.min(50, Math.ceil(app / 20)),
  /** How many answers are lost; nothing is killed. */
  answers: Math.min(100, app),
}

console.log(`SEED=${seed} KILLS=${kills.app}`)
