/** One object that an account needs: it existed already ('unchanged'), or had to be written. */
export type SetupStep = {
  readonly what: string
  readonly id: string
  readonly did: 'unchanged' | 'created' | 'updated'
  /** For a new endpoint only: Stripe shows it once. */
  readonly secret?: string
}
