// They contain no data about people or firms.
import { createServer, type Server } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'

const counters = {
  requests: 'Requests answered, by method, route and status',
  changes: 'Changes judged, by verdict',
  jobs: 'Jobs run, by kind and outcome',
} as const

type Labels = Readonly<Record<string, string>>

export interface Metrics {
  count(counter: keyof typeof counters, labels: Labels): void
  measure(gauge: string, help: string, read: () => number): void
  text(): string
}

const withLabels = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join()

export function createMetrics(): Metrics {
  const counted = new Map<string, Map<string, number>>(Object.keys(counters).map((name) => [name, new Map()]))
  const gauges: { readonly name: string; readonly help: string; readonly read: () => number }[] = []
  const head = (name: string, help: string, type: string) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`

  function counterText([name, help]: readonly [string, string]): string {
    const full = `holdfast_${name}_total`
    const lines = [...counted.get(name)!].map(([labels, count]) => `${full}{${labels}} ${count}\n`)
    return head(full, help, 'counter') + lines.join('')
  }

  return {
    count(counter, labels) {
      const series = counted.get(counter)!
      const key = withLabels(labels)
      series.set(key, (series.get(key) ?? 0) + 1)
    },
    measure: (name, help, read) => void gauges.push({ name: `holdfast_${name}`, help, read }),
    text: () =>
      Object.entries(counters).map(counterText).join('') +
      gauges.map(({ name, help, read }) => `${head(name, help, 'gauge')}${name} ${read()}\n`).join(''),
  }
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** By route pattern: clients can invent any number of paths. */
export const countRequests = (metrics: Pick<Metrics, 'count'>): MiddlewareHandler =>
  async function countRequest(context, next) {
    await next()
    const route = matchedRoutes(context).find(({ path }) => !path.includes('*'))?.path ?? '*'
    const method = methods.has(context.req.method) ? context.req.method : 'OTHER'
    metrics.count('requests', { method, route, status: String(context.res.status) })
  }

/** On a port that people need not reach. */
export function serveMetrics(metrics: Metrics, port: number, host: string): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.writeHead(405, { allow: 'GET, HEAD' }).end()
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(metrics.text())
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}
