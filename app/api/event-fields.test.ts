import { expect, test } from 'vitest'
import { eventExamples } from '#domain/outbound/webhooks/event-examples.ts'
import { earning } from './earnings.ts'
import { rental } from './rentals.ts'

test('webhooks use the field names and values of the API for rentals and earnings', () => {
  expect(rental.partial().strict().parse(eventExamples.rental)).toEqual(eventExamples.rental)
  expect(earning.partial().strict().parse(eventExamples.earning)).toEqual(eventExamples.earning)
})
