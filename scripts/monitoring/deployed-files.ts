// What sync-server/deploy offers to Prometheus and Grafana.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../processes/programs.ts'

export const prometheusFolder = join(root, 'sync-server', 'deploy', 'prometheus')
const dashboardFile = join(root, 'sync-server', 'deploy', 'grafana', 'holdfast.json')

const dashboard = z.object({
  templating: z.object({ list: z.array(z.object({ definition: z.string().optional() })) }),
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
})

export interface Query {
  readonly panel: string
  readonly expr: string
}

/** Each query of a panel, and the series behind the list of nodes. */
export function dashboardQueries(): readonly Query[] {
  const { panels, templating } = dashboard.parse(JSON.parse(readFileSync(dashboardFile, 'utf8')))
  const ofPanels = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ panel: title, expr })))
  const ofVariables = templating.list.flatMap(({ definition = '' }) =>
    [...definition.matchAll(/^label_values\((\w+), /g)].map(([, metric]) => ({ panel: 'variables', expr: metric! })),
  )
  return [...ofVariables, ...ofPanels]
}

export const rulesText = (): string => readFileSync(join(prometheusFolder, 'holdfast.rules.yml'), 'utf8')
