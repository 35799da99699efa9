import { href } from 'react-router'
import type { ItemPage } from '#domain/catalogue/items/item-queries.ts'
import { dollarRange } from '#domain/money/checkout/credit-prices.ts'
import { imageInWidth } from '#domain/shared/image-address.ts'
import type { RatingSum } from '#domain/shared/rating-sums.ts'

type Offered = Pick<
  ItemPage,
  'id' | 'title' | 'description' | 'size' | 'creditsPerWeek' | 'status'
> & {
  readonly image: { readonly url: string } | null
  readonly brand: { readonly name: string } | null
  readonly rating: RatingSum | null
  readonly lister: { readonly fullName: string }
}

/**
 * An item as structured data (schema.org): a product that is leased by the week. Its price is in
 * credits, so in dollars it is a range.
 */
export function itemOffer(origin: string, item: Offered) {
  const { low, high } = dollarRange(item.creditsPerWeek)
  const available = item.status === 'free' ? 'InStock' : 'OutOfStock'
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: item.title,
    description: item.description || item.title,
    sku: item.id,
    size: item.size,
    ...(item.image && { image: origin + imageInWidth(item.image.url, 960) }),
    ...(item.brand && { brand: { '@type': 'Brand', name: item.brand.name } }),
    ...(item.rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: (item.rating.stars / item.rating.ratings).toFixed(1),
        reviewCount: item.rating.ratings,
      },
    }),
    offers: {
      '@type': 'Offer',
      businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut',
      url: `${origin}${href('/item/:id', { id: item.id })}`,
      availability: `https://schema.org/${available}`,
      itemCondition: 'https://schema.org/UsedCondition',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        minPrice: low,
        maxPrice: high,
        priceCurrency: 'USD',
        unitCode: 'WEE',
        referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: 'WEE' },
      },
      seller: { '@type': 'Organization', name: item.lister.fullName },
    },
  }
}
