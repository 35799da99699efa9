import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apiDocument } from '#app/api/document.ts'
import type { Schemas, ShownSchema } from '#app/api/examples.ts'
import { apiTokenOf, callApi } from '#test/api.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { app, db, make } = site

const RUNS = Number(process.env.RUNS ?? 25)

type Operation = {
  readonly operationId: string
  readonly parameters: readonly {
    readonly name?: string
    readonly in?: string
    readonly schema: ShownSchema
  }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: ShownSchema }>>
  }
}

const document = apiDocument('http://localhost:3000')
const paths: Record<string, Record<string, Operation>> = Object(document.paths)
const schemas: Schemas = Object(document.components).schemas

/** Values for a schema: mostly valid ones, boundary values, and some invalid ones. */
function valuesOf(schema: ShownSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary: fitting(schema) }, { weight: 1, arbitrary: anything })
}

const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    "'; drop table rentals",
    '%',
    '{"a":1}',
    'x'.repeat(5000),
  ),
)
const anything = fc.oneof(
  words,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(words, { maxLength: 3 }),
  fc.dictionary(words, words, { maxKeys: 3 }),
)

function fitting(given: ShownSchema): fc.Arbitrary<unknown> {
  const schema = (given.$ref && schemas[given.$ref.split('/').at(-1) ?? '']) || given
  const { type, format, enum: listed, anyOf, items, properties, required = [] } = schema
  if (anyOf) return fc.oneof(...anyOf.map(valuesOf))
  if (listed) return fc.constantFrom(...listed)
  if (properties) {
    const fields = Object.entries(properties).map(([name, one]) => [name, valuesOf(one)] as const)
    return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] })
  }
  if (items) return fc.array(valuesOf(items), { maxLength: 5 })
  if (format === 'uuid') return fc.uuid()
  if (format === 'date')
    return fc.oneof(
      fc
        .date({ noInvalidDate: true, min: new Date('2026-01-01'), max: new Date('2029-01-01') })
        .map((at) => at.toISOString().slice(0, 10)),
      fc.constantFrom('0000-01-01', '9999-12-31', '2027-02-29', '0001-01-01'),
    )
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number')
    return fc.oneof(fc.integer(), fc.constantFrom(0, -1, 1, 2 ** 31, 2 ** 53, 1e300))
  return words
}

const closet = await make.closet()
const image = await make.image({ owner_id: closet.id })
const item = await make.item({ closet, image_id: image.id })
const rental = await make.rental({
  item: await make.item({ closet }),
  renter: await make.readyShopper(),
})
const own = [item.id, rental.id, item.business_id]

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    ...{ path, method: method.toUpperCase() as 'GET' },
  })),
)

test.for(
  operations,
)('$operationId answers any input as documented, and never with a server error', async ({
  path,
  method,
  parameters,
  requestBody,
}) => {
  // A separate token for each operation, so that no rate limit is reached.
  const { token } = await apiTokenOf(db, closet)
  const query = parameters.filter((one) => one.in === 'query')
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [null, null]
  const isJson = type === 'application/json'
  let calls = 0
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...own) }, words.map(encoded)),
      fc.record(
        Object.fromEntries(query.map(({ name, schema }) => [name ?? '', valuesOf(schema)])),
        { requiredKeys: [] },
      ),
      body && isJson ? valuesOf(body.schema) : fc.uint8Array({ maxLength: 500 }),
      async (id, values, sent) => {
        const search = new URLSearchParams(
          Object.entries(values).flatMap(([name, value]) =>
            [value].flat().map((one) => [name, textOf(one)]),
          ),
        )
        const bytes = sent instanceof Uint8Array ? new Uint8Array(sent) : undefined
        calls += 1
        const { status, headers } = await callApi(
          app,
          method,
          `${path.replace('{id}', id)}?${search}`,
          {
            token,
            ...(isJson && { body: sent }),
            ...(type !== null && !isJson && bytes && { bytes }),
            // Searches are rate limited by address.
            peer: `2001:db8:0:${calls.toString(16)}::1`,
          },
        )
        expect(status).toBeLessThan(500)
        expect(Number(headers.get('content-length') ?? 0)).toBeLessThan(200_000)
      },
    ),
    { numRuns: RUNS },
  )
})

function encoded(text: string): string {
  const plain = encodeURIComponent(text.toWellFormed()).slice(0, 300).replace(/%\w?$/, '')
  return plain === '' || /^\.+$/.test(plain) ? 'x' : plain
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
