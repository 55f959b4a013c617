/**
 * Traces by OpenTelemetry, if an endpoint is set: how long requests, operations, statements, jobs and emails took, and
 * whether they failed. A span has a name from our code and the id of the request; never a body, an id of a member, or the
 * message of an error. The trace has the id of the request, so what a job does later belongs to it as well.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { Span } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#server/platform/problems.ts'
import { requestId } from './request-id.ts'

export type Traced = 'request' | 'operation' | 'statement' | 'job' | 'email'

export interface TracingOptions {
  /** Of the collector, without a path. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  /** The share of requests that are traced. */
  share: number
  version: string
}

interface Tracing {
  start(kind: Traced, name: string): Span
  end(span: Span, outcome: string, isFailure: boolean): void
  within<T>(span: Span, work: () => T): T
  flush(): Promise<void>
  close(): Promise<void>
}
let tracing: Tracing | undefined

const TRACE_ID_LENGTH = 32
/** A stream lasts as long as its reader stays, and the others are asked every few seconds. */
const UNTRACED: readonly string[] = ['/api/live', '/health', '/metrics']

/** A request id is a UUID, which has the length of a trace id; one that a proxy chose is shortened. */
function traceIdOf(id: string): string {
  const plain = id.replaceAll('-', '').toLowerCase()
  return /^[0-9a-f]{32}$/.test(plain) ? plain : createHash('sha256').update(id).digest('hex').slice(0, TRACE_ID_LENGTH)
}

/** Loads the packages, which nobody else needs, and sends what is traced from now on. */
export async function startTracing({ endpoint, headers, share, version }: TracingOptions): Promise<void> {
  const [{ ROOT_CONTEXT, SpanStatusCode, trace }, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const ids = new sdk.RandomIdGenerator()
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, headers })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'counterpart', 'service.version': version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
    idGenerator: {
      generateSpanId: () => ids.generateSpanId(),
      generateTraceId: () => {
        const id = requestId()
        return id === undefined ? ids.generateTraceId() : traceIdOf(id)
      },
    },
  })
  const tracer = provider.getTracer('counterpart')
  const current = new AsyncLocalStorage<Span>()
  tracing = {
    start(kind, name) {
      const parent = current.getStore()
      const attributes = { 'counterpart.kind': kind, 'counterpart.request_id': requestId() ?? '' }
      return tracer.startSpan(
        `${kind} ${name}`,
        { attributes },
        parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
      )
    },
    end(span, outcome, isFailure) {
      span.setAttribute('counterpart.outcome', outcome)
      if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
    within: (span, work) => current.run(span, work),
    flush: () => provider.forceFlush(),
    close: () => provider.shutdown(),
  }
}

export const flushTraces = async (): Promise<void> => tracing?.flush()

/** Sends what is left. */
export async function endTracing(): Promise<void> {
  const ended = tracing
  tracing = undefined
  await ended?.close()
}

/** Runs `work`; `name` comes from our code. A refusal that a member is told of is no failure. */
export async function traced<T>(kind: Traced, name: string, work: () => Promise<T>): Promise<T> {
  if (!tracing) return work()
  const { start, end, within } = tracing
  const span = start(kind, name)
  try {
    const result = await within(span, work)
    end(span, 'done', false)
    return result
  } catch (error) {
    if (error instanceof Problem) end(span, error.code, false)
    else end(span, error instanceof Error ? error.constructor.name : 'unknown', true)
    throw error
  }
}

/** A span for each request, which all others are below. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!tracing) return done()
    const route = request.routeOptions.url
    if (route === undefined || UNTRACED.includes(route)) return done()
    const { start, end, within } = tracing
    const span = start('request', `${request.method} ${route}`)
    reply.raw.once('close', () => end(span, String(reply.statusCode), reply.statusCode >= 500))
    within(span, done)
  })
}
