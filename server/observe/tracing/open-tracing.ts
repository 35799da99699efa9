import { context, propagation } from '@opentelemetry/api'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { traceWith } from '#db/trace.ts'
import type { TracingSettings } from '#server/settings/tracing.ts'

/** A collector that does not respond is reported at most this often. */
const REPORT_EVERY_MS = 60_000
/** Further spans are dropped, so that tracing cannot use up the shop's memory. */
const MAX_WAITING_SPANS = 4_096
const SECONDS_TO_SEND = 5
const MAX_CHARACTERS = 2_000

export type Tracing = {
  /** Sends what is waiting, and ends tracing. */
  readonly close: () => Promise<void>
}

/**
 * Sends spans to a collector. The headers in `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME` and
 * `OTEL_RESOURCE_ATTRIBUTES` are read from the environment by the SDK.
 * @param noteProblem receives the reason when spans could not be sent
 */
export async function openTracing(
  { url, sampled }: TracingSettings,
  noteProblem: (problem: Error) => void,
): Promise<Tracing> {
  // Only shops that are traced load the SDK.
  const [sdk, { OTLPTraceExporter }, resources, core, { AsyncLocalStorageContextManager }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/core'),
      import('@opentelemetry/context-async-hooks'),
    ])
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: SECONDS_TO_SEND * 1000 })
  const given = resources.detectResources({
    detectors: [resources.resourceAttributesEnvDetector, resources.serviceNameEnvDetector],
  })
  const provider = new sdk.TracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': 'hemline', 'process.pid': process.pid })
      .merge(given),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(sampled) }),
    spanLimits: { attributeValueLengthLimit: MAX_CHARACTERS },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: reporting(exporter, noteProblem),
        maxQueueSize: MAX_WAITING_SPANS,
        scheduledDelayMillis: 2_000,
      }),
    ],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  traceWith(provider.getTracer('hemline'))
  return {
    close: async () => {
      // Before waiting for a slow collector: meanwhile another app of this process may be traced.
      traceWith(null)
      context.disable()
      propagation.disable()
      // `reporting` has reported its errors.
      await provider.shutdown().catch(() => {})
    },
  }
}

/** The same exporter, but its failures are reported. */
function reporting(exporter: SpanExporter, noteProblem: (problem: Error) => void): SpanExporter {
  let reportedAt = Number.NEGATIVE_INFINITY
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        const now = performance.now()
        if (result.error && now - reportedAt >= REPORT_EVERY_MS) {
          reportedAt = now
          noteProblem(result.error)
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  }
}
