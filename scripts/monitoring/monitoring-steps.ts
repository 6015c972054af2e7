// The alert rules and the dashboard in a real Prometheus that scrapes a real server.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { createTestServer } from '../../e2e/support/server.ts'
import type { Step } from '../checks/steps.ts'
import { type Counts, countStep } from '../checks/test-counts.ts'
import { freePort } from '../processes/free-port.ts'
import { root, runScript } from '../processes/programs.ts'
import { dashboardQueries, prometheusFolder } from './deployed-files.ts'
import { ensurePrometheus, type Prometheus, startPrometheus } from './prometheus.ts'
import { runSmallLoad } from './small-load.ts'

export const alertsStep = (): Step => ({
  name: 'alerts: each fires when it should, in promtool',
  run: async () => {
    ensurePrometheus()
    const options = { cwd: prometheusFolder, stdio: 'inherit' } as const
    return countStep(spawnSync('promtool', ['test', 'rules', 'holdfast.rules.test.yml'], options).status ?? 1)
  },
})

/** Rates need some scrapes. */
const loadMs = 15_000

export const dashboardStep = (): Step => ({
  name: 'dashboard and alerts: each query returns a series of a running server',
  run: async () => {
    ensurePrometheus()
    const metricsPort = await freePort()
    const server = await createTestServer({ METRICS_PORT: String(metricsPort) })
    const stopping = new AbortController()
    let prometheus: Prometheus | undefined
    try {
      await server.start()
      prometheus = await startPrometheus(`127.0.0.1:${metricsPort}`)
      const load = runSmallLoad(server.url, stopping.signal)
      const env = { ...process.env, DATA_DIR: server.dataFolder }
      if (await runScript(join(root, 'scripts', 'admin.ts'), ['record-backup'], env)) return { passed: 0, failed: 1 }
      await Promise.race([after(loadMs), load])
      const counts = await checkQueries(prometheus)
      const ofRules = await checkRules(prometheus)
      stopping.abort()
      await load
      return { passed: counts.passed + ofRules.passed, failed: counts.failed + ofRules.failed }
    } finally {
      stopping.abort()
      await prometheus?.stop()
      await server.remove()
    }
  },
})

async function checkQueries(prometheus: Prometheus): Promise<Counts> {
  const counts = { passed: 0, failed: 0 }
  for (const { panel, expr } of dashboardQueries()) {
    const values = await prometheus.query(expr.replaceAll('$__rate_interval', '30s').replaceAll('$instance', '.*'))
    counts[values.length > 0 ? 'passed' : 'failed']++
    const result = values.length > 0 ? `${values.length} series, such as ${values[0]}` : 'NO SERIES'
    console.log(`${panel}: ${result}${values.length > 0 ? '' : ` from ${expr}`}`)
  }
  return counts
}

/** This load must trigger no alert. */
async function checkRules(prometheus: Prometheus): Promise<Counts> {
  const rules = await prometheus.rules()
  const wrong = rules.filter(({ health, state }) => health !== 'ok' || state === 'firing')
  for (const { name, health, state, lastError = '' } of wrong)
    console.error(`${name}: ${health}, ${state} ${lastError}`)
  return { passed: rules.length - wrong.length, failed: wrong.length + (rules.length === 0 ? 1 : 0) }
}
