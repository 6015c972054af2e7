import * as z from 'zod'
import { periods } from '#schema/money/metric-changes.ts'
import { dateIn } from '#schema/money/dates.ts'
import { choice } from '#schema/kernel/field-types.ts'
import { optional } from '#schema/kernel/field-options.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { count, textOrNull, uuidText } from '#server/http/calls/shapes.ts'
import { requireFieldVisibility } from '#server/http/calls/require-visible.ts'
import type { RulesByEntity } from '#server/records/rows/entity-rules.ts'
import { zoneOf } from '#server/records/write/today.ts'
import type { Database } from '#server/db/connect/database.ts'
import { baseCurrencyOf } from '#server/db/base-currency.ts'
import { registry } from '#schema/registry.ts'
import { readChanges, readMetrics } from './read-metrics.ts'

const amount = z.string().describe('A decimal string with two decimals')

const response = z.object({
  currency: z.string(),
  totalAUM: amount.describe('Active plus committed'),
  activeAUM: amount,
  committedAUM: amount,
  exitedAUM: amount,
  activeProjects: count,
  totalInvestors: z.optional(count).describe('For staff'),
  myInvestments: z.optional(count).describe('For an investor'),
  averageIRR: textOrNull.describe('Percent with two decimals, of projects that have not exited'),
  incomplete: z
    .array(z.object({ entity: z.string(), id: uuidText, currency: z.string() }))
    .describe('Rows without an exchange rate, which no total contains'),
  changes: z
    .object({
      totalAUM: textOrNull,
      activeProjects: textOrNull,
      totalInvestors: z.optional(textOrNull),
      averageIRR: textOrNull,
    })
    .optional()
    .describe('How the figures have changed, when a period is given; null without earlier data'),
})

const { projects, investments, investors, exchangeRates } = registry

interface Deps {
  readonly database: Database
  readonly now: () => Date
  readonly rules: RulesByEntity
}

export const metricsCalls = ({ database, now, rules }: Deps): readonly Call[] => [
  call(
    {
      method: 'get',
      path: '/api/dashboard/metrics',
      summary: "The dashboard figures for the viewer, in the firm's base currency",
      auth: 'person',
      query: { period: optional(choice(periods)) },
      responses: { 200: { description: 'The figures', json: response } },
      errors: ['NEWER'],
    },
    async ({ viewer, query: { period } }) => {
      const currency = await baseCurrencyOf(database, viewer.tenantId)
      return database.tenant(viewer.tenantId, async (tx) => {
        const limited = await requireFieldVisibility(tx, viewer, projects, investments, investors, exchangeRates)
        const zone = await zoneOf(tx, rules, viewer)
        const metricsQuery = { currency, zone, today: dateIn(zone, now()) }
        const figures = await readMetrics(tx, limited, metricsQuery)
        return period
          ? { ...figures.metrics, changes: await readChanges(tx, limited, metricsQuery, figures, period) }
          : figures.metrics
      })
    },
  ),
]
