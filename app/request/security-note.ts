/** Security events; each is one line in the log. */
export type SecurityEvent =
  | 'signed-in'
  | 'sign-in-failed'
  | 'signed-up'
  | 'signed-out'
  | 'second-factor-failed'
  | 'second-factor-changed'
  | 'password-changed'
  | 'password-reset'
  | 'email-changed'
  | 'sessions-ended'
  | 'token-made'
  | 'token-revoked'
  | 'token-refused'
  | 'account-deleted'
  | 'access-refused'
  | 'limit-reached'
  | 'webhook-refused'
  | 'host-refused'
  | 'origin-refused'
  | 'body-refused'

/** One line: what happened, who, from where and for what. Never the input. */
export type SecurityNote = {
  readonly event: SecurityEvent
  /** The id of an account; null if unknown. */
  readonly who: string | null
  readonly method: string
  /** Without its query, which may contain a secret. */
  readonly path: string
  readonly address: string
  readonly request: string
  /** In a word or two of our own: a limit's name, a reason. */
  readonly detail?: string
}
