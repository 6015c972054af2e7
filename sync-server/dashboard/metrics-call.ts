import { periods } from '#schema/money/metric-changes.ts'
import { dateIn } from '#schema/money/dates.ts'
import { choice } from '#schema/kernel/field-types.ts'
import { optional } from '#schema/kernel/field-options.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { uuid } from '#server/http/calls/entity-schemas.ts'
import { requireFieldVisibility } from '#server/http/calls/require-visible.ts'
import type { RulesByNoun } from '#server/records/rows/noun-rules.ts'
import { zoneOf } from '#server/records/write/today.ts'
import type { Database } from '#server/db/connect/database.ts'
import { baseCurrencyOf } from '#server/db/base-currency.ts'
import { registry } from '#schema/registry.ts'
import { readChanges, readMetrics } from './read-metrics.ts'

const amount = { type: 'string', description: 'A decimal string with two decimals' }
const count = { type: 'integer' }
const orNull = (type: string) => ({ type: [type, 'null'] })

const answer = {
  type: 'object',
  properties: {
    currency: { type: 'string' },
    totalAUM: { ...amount, description: 'Active plus committed' },
    activeAUM: amount,
    committedAUM: amount,
    exitedAUM: amount,
    activeProjects: count,
    totalInvestors: { ...count, description: 'For staff' },
    myInvestments: { ...count, description: 'For an investor' },
    averageIRR: { ...orNull('string'), description: 'Percent with two decimals, of projects that have not exited' },
    incomplete: {
      type: 'array',
      description: 'Rows without an exchange rate, which no total contains',
      items: { type: 'object', properties: { entity: { type: 'string' }, id: uuid, currency: { type: 'string' } } },
    },
    changes: {
      type: 'object',
      description: 'How the figures have changed, when a period is given; null without earlier data',
      properties: Object.fromEntries(
        ['totalAUM', 'activeProjects', 'totalInvestors', 'averageIRR'].map((name) => [name, orNull('string')]),
      ),
    },
  },
}

const { projects, investments, investors, exchangeRates } = registry

interface Deps {
  readonly database: Database
  readonly now: () => Date
  readonly rules: RulesByNoun
}

export const metricsCalls = ({ database, now, rules }: Deps): readonly Call[] => [
  call(
    {
      method: 'get',
      path: '/api/dashboard/metrics',
      summary: "The dashboard figures for the viewer, in the firm's base currency",
      auth: 'person',
      query: { period: optional(choice(periods)) },
      responses: { 200: { description: 'The figures', json: answer } },
      errors: ['NEWER'],
    },
    async ({ viewer, query: { period } }) => {
      const currency = await baseCurrencyOf(database, viewer.tenantId)
      return database.tenant(viewer.tenantId, async (tx) => {
        const limited = await requireFieldVisibility(tx, viewer, projects, investments, investors, exchangeRates)
        const zone = await zoneOf(tx, rules, viewer)
        const asked = { currency, zone, today: dateIn(zone, now()) }
        const figures = await readMetrics(tx, limited, asked)
        return period
          ? { ...figures.metrics, changes: await readChanges(tx, limited, asked, figures, period) }
          : figures.metrics
      })
    },
  ),
]
