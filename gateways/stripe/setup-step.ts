/** One thing that an account needs: it was there already ('unchanged'), or had to be written. */
export type SetupStep = {
  readonly what: string
  readonly id: string
  readonly did: 'unchanged' | 'created' | 'updated'
  /** Of an endpoint that was just created: shown once, never again. */
  readonly secret?: string
}
