import { sql } from 'kysely'

/** SQL: what has become of a row of `gift_codes`. */
export const giftState = (now: Date) =>
  sql<'unclaimed' | 'claimed' | 'expired' | 'on-hold' | 'revoked'>`case
    when claimed then 'claimed' when revoked_at is not null then 'revoked'
    when expires_at <= ${now}::timestamptz then 'expired' when frozen_at is not null then 'on-hold'
    else 'unclaimed' end`
