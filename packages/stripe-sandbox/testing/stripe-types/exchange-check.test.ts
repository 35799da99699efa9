import { beforeAll, expect, test } from 'vitest'
import { routes } from '#sandbox/api/routes.ts'
import type { Exchange } from '#sandbox/core/exchanges.ts'
import { parseForm } from '#sandbox/core/form-encoding.ts'
import { paidSession } from '#sandbox/testing/checkout.ts'
import { openShop } from '#sandbox/testing/shop.ts'
import { exchangeProblems } from './exchange-check.ts'
import { stripeSchemas } from './load.ts'
import type { StripeSchemas } from './schema.ts'

type Call = Extract<Exchange, { kind: 'call' }>

let schemas: StripeSchemas
let refund: Record<string, unknown>
let created: Record<string, unknown>

beforeAll(async () => {
  schemas = await stripeSchemas()
})

/** A refund and its event as the sandbox returns them. */
async function samples(): Promise<void> {
  const shop = await openShop()
  const { intentId } = await paidSession(shop)
  const made = await shop.stripe.refunds.create({ payment_intent: intentId })
  const answer = await shop.call(`/v1/refunds/${made.id}`)
  refund = (await answer.json()) as Record<string, unknown>
  const events = await shop.call('/v1/events?type=refund.created')
  const { data } = (await events.json()) as { data: Record<string, unknown>[] }
  created = data[0] ?? {}
}

const call = (changes: Partial<Call>): Call => ({
  kind: 'call',
  method: 'GET',
  path: '/v1/refunds/re_1',
  params: {},
  status: 200,
  answer: refund,
  ...changes,
})

test('exchanges that match the SDK’s types pass; missing, extra and changed fields are found', async () => {
  await samples()
  const { currency: _, ...without } = refund
  const answers: [unknown, string[]][] = [
    [refund, []],
    [without, ['currency: is missing']],
    [{ ...refund, colour: 'red' }, ['colour: is not known']],
    [{ ...refund, amount: '50' }, ['amount: "50" is no number']],
    [{ ...refund, object: 'charge' }, ['object: "charge" is not "refund"']],
    [
      { ...refund, pending_reason: 'later' },
      ['pending_reason: "later" is none of insufficient_funds, processing, charge_pending'],
    ],
    [{ ...refund, metadata: { order: 1 } }, ['metadata.order: 1 is no string']],
    ['nothing', ['nothing']],
  ]
  for (const [answer, problems] of answers) {
    const found = exchangeProblems(schemas, call({ answer }))
    expect(found).toHaveLength(problems.length)
    for (const [place, problem] of problems.entries()) expect(found[place]).toContain(problem)
  }
})

test('nested lists and objects are checked', async () => {
  await samples()
  const list = (data: unknown[]) =>
    call({
      path: '/v1/refunds',
      answer: { object: 'list', data, has_more: false, url: '/v1/refunds' },
    })
  expect(exchangeProblems(schemas, list([refund, refund]))).toEqual([])
  const [problem, ...others] = exchangeProblems(schemas, list([refund, { ...refund, id: 7 }]))
  expect(problem).toBe('GET /v1/refunds answers data[1].id: 7 is no string')
  expect(others).toEqual([])
})

test('an event must have a known type and the object of that type', async () => {
  await samples()
  const event = (changes: object): Exchange => ({
    kind: 'event',
    event: { type: 'refund.created', ...created, ...changes },
  })
  expect(exchangeProblems(schemas, event({}))).toEqual([])
  expect(exchangeProblems(schemas, event({ type: 'refund.invented' }))).toEqual([
    'event refund.invented: is not known',
  ])
  expect(
    exchangeProblems(schemas, event({ data: { object: { ...refund, amount: null } } })),
  ).toEqual(['event refund.created data.object.amount: null is no number'])
})

test.each([
  ['payment_intent=pi_1&amount=5&metadata[a]=b&expand[0]=charge', undefined],
  ['amount=many', 'amount: "many" is no number'],
  ['colour=red', 'colour: is not known'],
  ['reason=mood', 'reason: "mood" is none of'],
  ['expand=charge', 'expand: "charge" is no list'],
])('a request with the form %s is compared with the parameters of the SDK', async (form, problem) => {
  await samples()
  const sent = call({ method: 'POST', path: '/v1/refunds', params: parseForm(form) })
  const found = exchangeProblems(schemas, sent)
  expect(found).toHaveLength(problem === undefined ? 0 : 1)
  expect(found[0] ?? '').toContain(problem ?? '')
})

test('a required parameter that is left out is found', () => {
  const sent = call({
    method: 'POST',
    path: '/v1/webhook_endpoints',
    params: { url: 'http://a.test' },
  })
  expect(exchangeProblems(schemas, sent)[0]).toBe(
    'POST /v1/webhook_endpoints is sent enabled_events: is missing',
  )
})

test('a refusal must match the SDK’s type of errors', () => {
  const refusal = (answer: unknown) => exchangeProblems(schemas, call({ status: 400, answer }))
  const error = { type: 'invalid_request_error', message: 'No' }
  expect(refusal({ error })).toEqual([])
  expect(refusal({ problem: 'No' })[0]).toContain('error: is missing')
  expect(refusal({ error: { ...error, type: 'mood' } })[0]).toContain('error.type: "mood"')
})

test('every call that the sandbox supports is one of the SDK', () => {
  const known = schemas.calls.map(({ method, path }) => `${method} ${path}`)
  const served = routes.map(({ method, path }) => `${method} ${path.replace(':id', '*')}`)
  expect(served.filter((one) => !known.includes(one))).toEqual([])
})
