import { type RawBuilder, sql } from 'kysely'

/** The current name of a line's rental, item, account or application; null for other objects. */
export function auditName(noun: RawBuilder<unknown>, nounId: RawBuilder<unknown>) {
  return sql<
    string | null
  >`case when ${nounId} !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then null
    else case ${noun}
      when 'rental' then (select i.title from rentals r join clothing_items i on i.id = r.item_id
        where r.id = ${nounId}::uuid)
      when 'rating' then (select i.title from ratings x join clothing_items i on i.id = x.item_id
        where x.id = ${nounId}::uuid)
      when 'item' then (select title from clothing_items where id = ${nounId}::uuid)
      when 'person' then (select full_name from user_profiles where id = ${nounId}::uuid)
      when 'closet' then (select full_name from user_profiles where id = ${nounId}::uuid)
      when 'application' then (select full_name from business_applications where id = ${nounId}::uuid)
    end end`
}
