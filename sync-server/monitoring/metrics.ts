// Prometheus metrics. Labels hold no ids, names or addresses. Loaded only with METRICS_PORT.
import { setTimeout } from 'node:timers/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { version } from '#server/version.ts'
import type { OnFeedPage, OnJobRun, OnRequest } from './observers.ts'

export interface Metrics {
  readonly onRequest: OnRequest
  readonly onVerdict: (verdict: string) => void
  readonly onFeedPage: OnFeedPage
  readonly onJobRun: OnJobRun
  readonly onStorageError: () => void
  /** Read at each scrape; missing while the value is unknown. */
  gauge(name: string, help: string, read: () => Later<number | undefined>): void
  gaugeBy(label: string, name: string, help: string, read: () => Later<Readonly<Record<string, number>>>): void
  text(): Promise<string>
  readonly contentType: string
}

type Later<T> = T | Promise<T>

const requestSeconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const jobSeconds = [0.01, 0.1, 1, 5, 15, 60, 300]
const ageSeconds = [10, 60, 300, 3_600, 21_600, 86_400, 604_800]
const lagChanges = [0, 10, 100, 1_000, 10_000, 100_000]

/** A scrape must not fail when the database does not answer. */
const readMs = 2_000

const inTime = async <T>(read: () => Later<T>): Promise<T | undefined> =>
  Promise.race([read(), setTimeout(readMs, undefined, { ref: false })]).catch(() => undefined)

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'holdfast_build_info',
    help: 'Always 1; the label is the version of this node',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  const requests = new Counter({
    name: 'holdfast_http_requests_total',
    help: 'Requests served, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'holdfast_http_request_duration_seconds',
    help: 'Time until the headers of a response, by route and status class',
    labelNames: ['route', 'status_class'],
    buckets: requestSeconds,
    registers,
  })
  const changes = new Counter({
    name: 'holdfast_changes_total',
    help: 'Changes judged, by verdict',
    labelNames: ['verdict'],
    registers,
  })
  const pages = new Counter({
    name: 'holdfast_feed_pages_total',
    help: 'Pages of the feed, by whether another page follows',
    labelNames: ['more'],
    registers,
  })
  const lag = new Histogram({
    name: 'holdfast_feed_lag_changes',
    help: 'Numbers that a device lacked when it requested a page',
    buckets: lagChanges,
    registers,
  })
  const outboxAge = new Histogram({
    name: 'holdfast_outbox_age_seconds',
    help: 'Age of the oldest unsent change, as connected devices report it with each page',
    buckets: ageSeconds,
    registers,
  })
  const runs = new Counter({
    name: 'holdfast_job_runs_total',
    help: 'Runs of jobs, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const runSeconds = new Histogram({
    name: 'holdfast_job_duration_seconds',
    help: 'Time that a run of a job takes, by kind',
    labelNames: ['kind'],
    buckets: jobSeconds,
    registers,
  })
  const lastSuccess = new Gauge({
    name: 'holdfast_job_last_success_timestamp_seconds',
    help: 'When a job of this kind last succeeded on this node',
    labelNames: ['kind'],
    registers,
  })
  const storageErrors = new Counter({
    name: 'holdfast_storage_errors_total',
    help: 'Operations that found the file storage unavailable',
    registers,
  })

  return {
    onRequest({ method, route, status }, seconds) {
      requests.inc({ method, route, status })
      durations.observe({ route, status_class: `${Math.floor(status / 100)}xx` }, seconds)
    },
    onVerdict: (verdict) => changes.inc({ verdict }),
    onFeedPage({ hasMore, behind, outboxAge: age }) {
      pages.inc({ more: String(hasMore) })
      if (behind !== null) lag.observe(behind)
      if (age !== null) outboxAge.observe(age)
    },
    onJobRun(kind, outcome, seconds) {
      runs.inc({ kind, outcome })
      runSeconds.observe({ kind }, seconds)
      if (outcome === 'done') lastSuccess.set({ kind }, Math.floor(Date.now() / 1_000))
    },
    onStorageError: () => storageErrors.inc(),
    gauge(name, help, read) {
      const collect = async () => {
        const value = await inTime(read)
        if (value === undefined) gauge.remove()
        else gauge.set(value)
      }
      const gauge = new Gauge({ name: `holdfast_${name}`, help, registers, collect })
    },
    gaugeBy(label, name, help, read) {
      const collect = async () => {
        const values = (await inTime(read)) ?? {}
        gauge.reset()
        for (const [key, value] of Object.entries(values)) gauge.set({ [label]: key }, value)
      }
      const gauge = new Gauge({ name: `holdfast_${name}`, help, labelNames: [label], registers, collect })
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
