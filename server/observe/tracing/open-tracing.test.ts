import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { traced } from '#db/trace.ts'
import { openCollector } from '#test/trace-collector.ts'
import { openTracing } from './open-tracing.ts'

const settings = (url: string, sampled: number) => ({ url: `${url}/v1/traces`, sampled })

/** A collector that responds when the test says so. */
async function slowCollector() {
  const waiting = Promise.withResolvers<ServerResponse>()
  const server = createServer((_request, response) => waiting.resolve(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: waiting.promise,
  }
}

test('an app that ends while its collector is slow does not stop the tracing of the next app', async () => {
  const [slow, collector] = [await slowCollector(), await openCollector()]
  const first = await openTracing(settings(slow.url, 1), () => {})
  await traced({ name: 'of the first', kind: 'SERVER' }, async () => {})
  const firstHasEnded = first.close()
  const response = await slow.arrived
  const second = await openTracing(settings(collector.url, 0), () => {})
  response.writeHead(400).end()
  await firstHasEnded
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const parent = `00-${trace}-b7ad6b7169203331-01`
  await traced({ name: 'of the second', kind: 'SERVER', parent }, async () => {})
  await second.close()
  expect(collector.spans).toMatchObject([{ name: 'of the second', traceId: trace }])
})
