import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
} from '@opentelemetry/api'

let tracer: Tracer | null = null

/** From now on this tracer records spans; with null, nothing does. */
export function traceWith(next: Tracer | null): void {
  tracer = next
}

export type SpanOptions = {
  readonly name: string
  readonly kind: keyof typeof SpanKind
  readonly attributes?: Attributes
  /** A `traceparent` of W3C Trace Context; without one, the span in progress. */
  readonly parent?: string | undefined
}

/**
 * Does work inside a span. The span of failed work has the type of the error but not its message,
 * which can contain personal data. Costs nothing while nothing is traced.
 */
export async function traced<T>(
  { name, kind, attributes = {}, parent }: SpanOptions,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  if (!tracer) return await work(null)
  const within =
    parent === undefined
      ? context.active()
      : propagation.extract(ROOT_CONTEXT, { traceparent: parent })
  const options = { kind: SpanKind[kind], attributes }
  return await tracer.startActiveSpan(name, options, within, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      span.setAttribute('error.type', kindOf(error))
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

/** The span in progress as a `traceparent`; undefined while nothing is traced. */
export function currentTraceparent(): string | undefined {
  if (!tracer) return undefined
  const headers: { traceparent?: string } = {}
  propagation.inject(context.active(), headers)
  return headers.traceparent
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
