/**
 * A problem that keeps the app from starting; its message explains it to the person who started it.
 */
export class StartProblem extends Error {
  override name = 'StartProblem'
}
