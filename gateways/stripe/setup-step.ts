/** One object that an account needs: it existed already ('unchanged'), or had to be written. */
export type SetupStep = {
  readonly what: string
  readonly id: string
  /** 'refused': the account cannot have it, and works without; `id` is then Stripe's reason. */
  readonly did: 'unchanged' | 'created' | 'updated' | 'refused'
  /** For a new endpoint only: Stripe shows it once. */
  readonly secret?: { readonly connect: boolean; readonly value: string }
  /** For a new endpoint only: those of the same address in another API version, which go on sending. */
  readonly outdated?: readonly string[]
}
