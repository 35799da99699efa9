import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import { openCollector, type Span } from '#test/trace-collector.ts'

const attribute = ({ attributes }: Span, key: string) =>
  attributes.find((one) => one.key === key)?.value

const named = (spans: readonly Span[], name: string) => spans.filter((span) => span.name === name)

test('a request, its queries and the jobs that it causes are one trace', async () => {
  const collector = await openCollector()
  const site = await testSite({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
  const closet = await site.make.closet({ full_name: 'Nora Traced' })
  const item = await site.make.item({ closet })
  const rental = await site.make.rental({ item })
  const path = `/business/rentals/${rental.id}`
  const accepted = await site.post(path, { intent: 'accept' }, { as: closet })
  await site.drainJobs()
  await expect.poll(() => named(collector.spans, 'job send-mail').length).toBeGreaterThan(0)

  const [request] = named(collector.spans, 'POST /business/rentals/:id')
  if (!request) throw new Error(collector.spans.map(({ name }) => name).join(', '))
  expect(attribute(request, 'hemline.request')).toEqual({
    stringValue: accepted.response.headers.get('x-request-id'),
  })
  expect(attribute(request, 'http.response.status_code')).toEqual({ intValue: accepted.status })
  const trace = collector.spans.filter(({ traceId }) => traceId === request.traceId)
  const queries = trace.filter(({ name }) => name.startsWith('postgresql '))
  expect(queries.some(({ parentSpanId }) => parentSpanId === request.spanId)).toBe(true)
  expect(queries.map(({ name }) => name)).toContain('postgresql UPDATE')
  const [job] = named(trace, 'job tell-about-rental')
  expect(job?.parentSpanId).toBeDefined()
  // That job queues the email, and another one sends it.
  expect(named(trace, 'job send-mail').length).toBeGreaterThan(0)

  const everything = JSON.stringify(collector.spans)
  for (const secret of [rental.id, item.id, closet.id, closet.email, 'Nora Traced'])
    expect(everything).not.toContain(secret)
})

test('a failed request is marked without its error message', async () => {
  const collector = await openCollector()
  const site = await testSite({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, log: [] })
  await site.database.pool.query('alter table platform_settings rename to away')
  await site.get('/about')
  await site.database.pool.query('alter table away rename to platform_settings')
  await expect.poll(() => named(collector.spans, 'GET /about')).toHaveLength(1)
  const [request] = named(collector.spans, 'GET /about')
  expect(request?.status).toEqual({ code: 2 })
  const failed = collector.spans.filter((span) => attribute(span, 'error.type'))
  expect(failed.map((span) => attribute(span, 'error.type'))).toContainEqual({
    stringValue: '42P01',
  })
  expect(JSON.stringify(failed)).not.toContain('does not exist')
})

test('the trace of a trusted proxy is continued, and that of a visitor is not', async () => {
  const collector = await openCollector()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUST_PROXY: '203.0.113.9' }
  const site = await testSite({ env })
  const [trace, span] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const headers = { traceparent: `00-${trace}-${span}-01` }
  await site.get('/about?a', { headers, peer: '203.0.113.9' })
  await site.get('/about?b', { headers, peer: '203.0.113.10' })
  await expect.poll(() => named(collector.spans, 'GET /about')).toHaveLength(2)
  const requests = named(collector.spans, 'GET /about')
  expect(requests.map(({ traceId }) => traceId === trace)).toEqual([true, false])
  expect(requests.map(({ parentSpanId }) => parentSpanId || undefined)).toEqual([span, undefined])
})

test('an unavailable collector is logged once, and no page fails', async () => {
  const collector = await openCollector()
  await collector.close()
  const log: string[] = []
  const site = await testSite({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, log })
  for (let n = 0; n < 3; n += 1) expect((await site.get(`/about?${n}`)).status).toBe(200)
  const lines = () => log.filter((line) => line.includes('traces could not be sent'))
  await expect.poll(lines).toHaveLength(1)
  expect((await site.get('/about?after')).status).toBe(200)
})

test('unsampled requests are not recorded unless the proxy samples them', async () => {
  const collector = await openCollector()
  const OTEL_EXPORTER_OTLP_ENDPOINT = collector.url
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '0' }
  const site = await testSite({ env: { ...env, TRUST_PROXY: '203.0.113.9' } })
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01` }
  await site.get('/about?a')
  await site.get('/about?b', { headers, peer: '203.0.113.9' })
  await expect.poll(() => named(collector.spans, 'GET /about')).toHaveLength(1)
  expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set([trace]))
})
