import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { MAX_SUMMED } from './figure-days.ts'

// What a closet can expect to earn: nothing of it is earned, and none of it is in `earnings` yet.

export type ExpectedEarnings = {
  /** Delivered rentals that are not completed, and completed ones with an undecided return request. */
  readonly rentals: number
  /** Their credits at the rates of these rentals, without those that return requests restore. */
  readonly rentalCents: number
  /** Kept from deposits, while the renter can still appeal. */
  readonly damageCents: number
}

export async function expectedEarnings(db: DbOrTx, owner: ClosetOwner): Promise<ExpectedEarnings> {
  const cents = sql`(r.total_credits - coalesce(q.credits_back, 0)) * r.cents_per_credit`
  const max = sql.lit(MAX_SUMMED)
  const { rows } = await sql<ExpectedEarnings>`
    select count(*) filter (where is_rental)::int as rentals,
      coalesce(sum(cents) filter (where is_rental), 0)::int as "rentalCents",
      coalesce(sum(cents) filter (where not is_rental), 0)::int as "damageCents"
    from (
      (select true as is_rental, ${cents} as cents
        from rentals r left join return_requests q on q.rental_id = r.id
        where r.owner_id = ${owner.id} and r.status in ('pending', 'confirmed', 'delivered')
          and r.delivered_at is not null
        order by r.end_date desc limit ${max})
      union all
      (select true, ${cents}
        from return_requests q join rentals r on r.id = q.rental_id
        where q.status in ('open', 'contested') and r.owner_id = ${owner.id}
          and r.status = 'completed')
      union all
      (select false, c.kept_cents - c.returned_cents
        from rentals r join deposit_claims c on c.rental_id = r.id
        where r.owner_id = ${owner.id} and r.deposit_kept_amount > 0 and c.final_at is null
          and not coalesce(r.listed_by_admin, false)
        order by r.condition_reviewed_at desc limit ${max})
    ) e`.execute(db)
  return rows[0] ?? { rentals: 0, rentalCents: 0, damageCents: 0 }
}
