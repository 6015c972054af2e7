// Cheap checks; `npm run prove` runs the rules and the queries in a real Prometheus.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createMetrics } from '#server/monitoring/metrics.ts'
import { gaugeServer } from '#server/monitoring/server-gauges.ts'
import { root } from '../processes/programs.ts'
import { dashboardQueries, rulesText } from './deployed-files.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

function offeredMetrics() {
  const metrics = createMetrics()
  gaugeServer(metrics, {
    database: { pools: () => ({}), isReady: async () => true },
    streams: { count: () => 0 },
    lastBackupAt: async () => undefined,
    folders: {},
  })
  return metrics.text().then((text) => [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!))
}

const metricsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\b(?:holdfast|nodejs|process)_\w+/g)].map(([name]) => withoutSuffix(name))),
]
const withoutSuffix = (name: string): string => name.replace(/_(bucket|sum|count)$/, '')

it('the alerts and the dashboard use metrics that the server has, and monitoring.md lists its own', async () => {
  const offered = await offeredMetrics()
  const used = metricsIn([rulesText(), ...dashboardQueries().map(({ expr }) => expr)].join('\n'))
  expect(used.length).toBeGreaterThan(20)
  expect(used.filter((name) => !offered.includes(name))).toEqual([])
  const own = offered.filter((name) => name.startsWith('holdfast_'))
  const listed = metricsIn(read('sync-server/operations/monitoring.md'))
  expect(own.filter((name) => !listed.includes(name))).toEqual([])
})

it('every alert leads to a section of a document', () => {
  const runbooks = [...rulesText().matchAll(/(sync-server\/[\w/]+\.md)#([\w-]+)/g)]
  expect(runbooks.length).toBe(rulesText().match(/- alert:/g)!.length)
  expect(runbooks.filter(([, path, anchor]) => !anchorsOf(read(path!)).includes(anchor!))).toEqual([])
})

const anchorsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
