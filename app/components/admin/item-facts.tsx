import type { ReactNode } from 'react'
import { href } from 'react-router'
import { measurementsInWords } from '#app/components/fit/measurements-in-words.ts'
import { useLengthUnit } from '#app/components/fit/use-length-unit.ts'
import { TextLink } from '#app/ui/text-link.tsx'
import type { ReviewedItem } from '#domain/catalogue/items/reviewed-items.ts'
import { shortDollars } from '#domain/shared/cents.ts'
import { Facts } from './facts.tsx'

type ItemFactsProps = {
  item: ReviewedItem
  more?: readonly (readonly [name: string, value: ReactNode])[]
}

/** What a decision about an item needs. */
export function ItemFacts({ item, more = [] }: ItemFactsProps) {
  const unit = useLengthUnit()
  return (
    <Facts
      facts={[
        [
          'Owner',
          <TextLink key="owner" to={href('/admin/users/:id', { id: item.owner.id })}>
            {item.owner.fullName}
          </TextLink>,
        ],
        ['Email', item.owner.email],
        ['Location', item.location],
        ['Category', item.category],
        ['Brand', item.brand],
        ['Size', item.size],
        ['Measurements', measurementsInWords(item.measurements, unit)],
        ['Style', item.style],
        ['Event type', item.eventType],
        ['Price', `${item.creditsPerWeek} credits/week`],
        [
          'Replacement value',
          item.replacementValueCents && shortDollars(item.replacementValueCents),
        ],
        ...more,
      ]}
    />
  )
}
