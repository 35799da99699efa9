/** An object that an account needs, and what setup did about it. */
export type SetupStep = {
  readonly what: string
  readonly id: string
  /** 'refused': the account cannot have it and works without it; `id` is then Stripe's reason. */
  readonly did: 'unchanged' | 'created' | 'updated' | 'refused'
  /** For a new endpoint only: Stripe shows it once. */
  readonly secret?: { readonly connect: boolean; readonly value: string }
  /** Only for a new endpoint: those of its address in other API versions, which keep sending. */
  readonly outdated?: readonly string[]
}
