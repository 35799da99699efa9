import { isIP } from 'node:net'
import type { Given } from './given.ts'
import { DEFAULT_METRICS_HOST, DEFAULT_PORT, portNumber } from './port.mjs'

export function readPublicUrl(given: Given, realPayments: boolean, wrong: string[]): string | null {
  const value = given('PUBLIC_URL')
  if (value === null) {
    if (realPayments)
      wrong.push(
        'PUBLIC_URL is missing: customers return to it after a payment (https://shop.example).',
      )
    return null
  }
  const url = URL.canParse(value) ? new URL(value) : null
  const isOrigin = url && url.pathname === '/' && !url.search && !url.hash && !url.username
  if (!isOrigin || !['http:', 'https:'].includes(url.protocol)) {
    wrong.push('PUBLIC_URL is not a URL without a path, such as https://shop.example.')
    return null
  }
  if (realPayments && url.protocol !== 'https:') {
    wrong.push('PUBLIC_URL must start with https:// when payments are real.')
  }
  return url.origin
}

export function readPort(given: Given, wrong: string[]): number {
  const port = portNumber(given('PORT') ?? DEFAULT_PORT)
  if (port !== null) return port
  wrong.push('PORT is not a valid port: use a number from 0 to 65535; 0 picks a free port.')
  return Number(DEFAULT_PORT)
}

/** Where Prometheus reads metrics. */
export type MetricsSettings = { readonly port: number; readonly host: string }

/** Null when there are no metrics. */
export function readMetrics(given: Given, port: number, wrong: string[]): MetricsSettings | null {
  const value = given('METRICS_PORT')
  const host = given('METRICS_HOST')
  if (value === null) {
    if (host !== null) wrong.push('METRICS_HOST requires METRICS_PORT.')
    return null
  }
  const metricsPort = portNumber(value)
  if (metricsPort === null) {
    wrong.push(
      'METRICS_PORT is not a valid port: use a number from 0 to 65535; 0 picks a free port.',
    )
    return null
  }
  if (metricsPort === port && port !== 0) {
    wrong.push('METRICS_PORT must differ from PORT: metrics are not for visitors.')
  }
  return { port: metricsPort, host: host ?? DEFAULT_METRICS_HOST }
}

const knownNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

export function readTrustProxy(given: Given, wrong: string[]): readonly string[] {
  return (given('TRUST_PROXY') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .flatMap((part) => {
      const known = knownNetworks[part]
      if (known) return known
      const [address = '', bits] = part.split('/')
      const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
      const length = bits === undefined ? maxBits : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
      if (maxBits > 0 && length >= 0 && length <= maxBits) return [`${address}/${length}`]
      wrong.push(
        `TRUST_PROXY contains "${part}", which is not an address, a network (10.0.0.0/8), "loopback" or "private".`,
      )
      return []
    })
}
