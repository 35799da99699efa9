import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { answerMetrics, listenForMetrics } from './listen-for-metrics.ts'

const scrape = async () => 'hemline_up 1\n'
const unexpected = (error: unknown) => expect.fail(String(error))
const ask = (url: string, host = '127.0.0.1', method = 'GET') =>
  answerMetrics(scrape, host)(new Request(url, { method }), { peer: '127.0.0.1' })

test('metrics are served on a port of their own', async () => {
  const listening = await listenForMetrics(scrape, { port: 0, host: '127.0.0.1' }, unexpected)
  onTestFinished(() => listening.close(0))
  const response = await fetch(`http://127.0.0.1:${listening.port}/metrics`)
  expect([response.status, await response.text()]).toEqual([200, 'hemline_up 1\n'])
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('other paths and other hosts are refused', async () => {
  expect((await ask('http://localhost:9464/')).status).toBe(404)
  expect((await ask('http://localhost:9464/metrics/x')).status).toBe(404)
  expect((await ask('http://localhost:9464/metrics', '127.0.0.1', 'POST')).status).toBe(405)
  expect((await ask('http://evil.example/metrics')).status).toBe(421)
  expect((await ask('http://hemline-1:9464/metrics', '0.0.0.0')).status).toBe(200)
})

test('the error for a port in use names its setting', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  onTestFinished(() => void other.close())
  const address = other.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  await expect(listenForMetrics(scrape, { port, host: '127.0.0.1' }, unexpected)).rejects.toThrow(
    `Port ${port} is already in use. Set METRICS_PORT to another port.`,
  )
})
