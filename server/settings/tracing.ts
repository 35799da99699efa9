import type { Given } from './given.ts'

/** Where traces are sent. The settings have OpenTelemetry's names. */
export type TracingSettings = {
  /** Of a collector that accepts OTLP over HTTP, as JSON. */
  readonly url: string
  /** The share of requests and jobs that is traced, 0 to 1. */
  readonly sampled: number
}

/** Null when nothing is traced. */
export function readTracing(given: Given, wrong: string[]): TracingSettings | null {
  const endpoint = given('OTEL_EXPORTER_OTLP_ENDPOINT')
  const ratio = given('OTEL_TRACES_SAMPLER_ARG') ?? '1'
  if (endpoint === null) return null
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash) {
    wrong.push(
      'OTEL_EXPORTER_OTLP_ENDPOINT is not a URL of a collector, such as http://localhost:4318.',
    )
    return null
  }
  if (!/^(0|1|[01]?\.\d{1,9}|1\.0{1,9})$/.test(ratio) || Number(ratio) > 1) {
    wrong.push('OTEL_TRACES_SAMPLER_ARG is not a number from 0 to 1, such as 0.1 for one in ten.')
    return null
  }
  return { url: `${url.href.replace(/\/$/, '')}/v1/traces`, sampled: Number(ratio) }
}
