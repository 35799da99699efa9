// In `SEED=… KILLS=… PG_KILLS=… FAILOVERS=… PEOPLE=… npm run test:orders`, SEED repeats the choices of
// a run, and the others say how often something is killed and how many people act at once.
const { SEED, KILLS, PG_KILLS, FAILOVERS, PEOPLE } = process.env

export const seed = Number(SEED ?? Date.now() % 1_000_000_000)
export const people = Number(PEOPLE ?? 50)
export const times = {
  app: Number(KILLS ?? 1000),
  postgres: Number(PG_KILLS ?? 50),
  failovers: Number(FAILOVERS ?? 20),
}
