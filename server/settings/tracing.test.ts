import { expect, test } from 'vitest'
import { type Environment, givenBy } from './given.ts'
import { readTracing } from './tracing.ts'

function problemsOf(env: Environment): string[] {
  const wrong: string[] = []
  readTracing(givenBy(env), wrong)
  return wrong
}

test('traces go to a collector if one is set', () => {
  const tracingOf = (env: Environment) => readTracing(givenBy(env), [])
  expect(tracingOf({})).toBeNull()
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://localhost:4318/'
  const url = 'http://localhost:4318/v1/traces'
  expect(tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({ url, sampled: 1 })
  const sampled = (OTEL_TRACES_SAMPLER_ARG: string) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_TRACES_SAMPLER_ARG,
  })
  expect(tracingOf(sampled('.25'))).toEqual({ url, sampled: 0.25 })
  for (const wrong of ['2', '-1', 'half', '1.5', '1e-1'])
    expect(problemsOf(sampled(wrong))).toEqual([
      'OTEL_TRACES_SAMPLER_ARG is not a number from 0 to 1, such as 0.1 for one in ten.',
    ])
  for (const wrong of ['localhost:4318', 'grpc://localhost', 'http://localhost/?a'])
    expect(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: wrong })).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT is not a URL of a collector, such as http://localhost:4318.',
    ])
})
