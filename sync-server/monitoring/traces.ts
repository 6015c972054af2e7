// OpenTelemetry traces of requests and their SQL. Spans hold route patterns and statements, never values, ids or
// addresses. Loaded only with OTEL_EXPORTER_OTLP_ENDPOINT.
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { MiddlewareHandler } from 'hono'
import type { TraceStatement } from '#server/db/connect/connections.ts'
import { methodOf, routeOf } from './route-of.ts'

export interface Traces {
  readonly traceRequest: MiddlewareHandler
  readonly traceStatement: TraceStatement
  close(): Promise<void>
}

/** Only a proxy may continue a trace: a client could have each of its requests sampled. */
export function openTraces(endpoint: string, hasProxy: boolean): Traces {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'holdfast' }))
    .merge(detectResources({ detectors: [envDetector] }))
  const provider = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] })
  provider.register()
  const tracer = provider.getTracer('holdfast')

  return {
    async traceRequest(request, next) {
      const method = methodOf(request)
      const parent = hasProxy
        ? propagation.extract(context.active(), { traceparent: request.req.header('traceparent') })
        : context.active()
      const attributes = { 'http.request.method': method }
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
      await context.with(trace.setSpan(parent, span), next)
      const [route, { status }] = [routeOf(request), request.res]
      span.updateName(`${method} ${route}`)
      span.setAttributes({
        'http.route': route,
        'http.response.status_code': status,
        'holdfast.request_id': request.get('requestId') as string,
      })
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
    async traceStatement(run) {
      // Jobs would fill the collector.
      if (!trace.getActiveSpan()) return run()
      const attributes = { 'db.system.name': 'postgresql' }
      const span = tracer.startSpan('SQL', { kind: SpanKind.CLIENT, attributes })
      try {
        const result = await run()
        describeStatement(span, result)
        return result
      } catch (error) {
        // The message may quote values.
        const { code = 'unknown' } = error as { readonly code?: string }
        span.setAttribute('db.response.status_code', code)
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    close: () => provider.shutdown(),
  }
}

const maxText = 2_000
const literals = /'(?:[^']|'')*'/g

/** What Postgres.js attaches to the result: the text holds $1 instead of values. */
interface ExecutedStatement {
  readonly command?: string | null
  readonly statement?: { readonly string?: string } | null
}

function describeStatement(span: Span, result: unknown): void {
  const { command, statement } = (result ?? {}) as ExecutedStatement
  if (command) span.updateName(command)
  if (statement?.string)
    span.setAttribute('db.query.text', statement.string.replaceAll(literals, '?').slice(0, maxText))
}
