import { expect, test } from 'vitest'
import { eventExamples } from '#domain/webhooks/event-examples.ts'
import { earning } from './earnings.ts'
import { rental } from './rentals.ts'

test('what webhooks say of a rental or an earning has the names and values of the API', () => {
  expect(rental.partial().strict().parse(eventExamples.rental)).toEqual(eventExamples.rental)
  expect(earning.partial().strict().parse(eventExamples.earning)).toEqual(eventExamples.earning)
})
