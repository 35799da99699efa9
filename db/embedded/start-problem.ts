/** Something that keeps the app from starting and that its message explains to whoever started it. */
export class StartProblem extends Error {
  override name = 'StartProblem'
}
