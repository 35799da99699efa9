import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { itemOffer } from './item-offer.ts'

const item = {
  id: '0199' as ItemId,
  title: 'Slip dress',
  description: 'Silk.',
  image: { url: '/images/1' },
  size: 'M',
  creditsPerWeek: 14,
  status: 'free' as const,
  brand: { name: 'Maison' },
  lister: { fullName: 'Ada Moss' },
  rating: { ratings: 4, stars: 19 },
}

test('an item is a product with an offer to lease it by the week', () => {
  const data = itemOffer('https://shop.test', item)
  expect(data).toMatchObject({
    '@type': 'Product',
    image: 'https://shop.test/images/1?w=960',
    brand: { name: 'Maison' },
    aggregateRating: { ratingValue: '4.8', reviewCount: 4 },
    offers: {
      businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut',
      availability: 'https://schema.org/InStock',
      priceSpecification: { minPrice: 9, maxPrice: 14, priceCurrency: 'USD', unitCode: 'WEE' },
      url: 'https://shop.test/item/0199',
    },
  })
  expect(data.offers).not.toHaveProperty('price')
})

test('an item that cannot be rented now is out of stock', () => {
  expect(itemOffer('', { ...item, status: 'rented' }).offers).toMatchObject({
    availability: 'https://schema.org/OutOfStock',
  })
})
