import * as z from 'zod'
import { addMonths } from '#schema/money/dates.ts'
import { choice, date } from '#schema/kernel/field-types.ts'
import { optional } from '#schema/kernel/field-options.ts'
import { issuesBody } from '#schema/kernel/issues.ts'
import { sum } from '#schema/money/money.ts'
import { registry } from '#schema/registry.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { objectSchema } from '#server/http/calls/entity-schemas.ts'
import { count, dateText } from '#server/http/calls/shapes.ts'
import { RequestError } from '#server/http/errors.ts'
import { requireFieldVisibility } from '#server/http/calls/require-visible.ts'
import type { RunOnce } from '#server/http/calls/idempotency.ts'
import { asPerson } from '#server/records/actor.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { todayOf } from '#server/records/write/today.ts'
import { readBeyondExits } from './read-deals.ts'
import { type RunResult, readDue, runCommissions } from './run.ts'

const { commissions, investments, investors, referralCommissions, referrals } = registry
const maxListed = 1_000
const { agreementId, investmentId, calculatedOn, feeType, amount, currency, percentage } = commissions.fields
const listed = { agreementId, investmentId, calculatedOn, feeType, amount, currency, percentage }

const sums = { count, totals: z.record(z.string(), z.string()).describe('By currency') }

const response = z.object({
  until: dateText,
  ...sums,
  removed: z.object(sums).describe('Unpaid commissions dated after an exit'),
  commissions: z.array(z.unknown().meta(objectSchema(listed))).describe(`At most ${maxListed}, by day`),
})

function sumsOf(rows: readonly { readonly amount: string; readonly currency: string }[]) {
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency)
  const totals = byCurrency.entries().map(([each, group]) => [each, sum(group.map(({ amount }) => amount))] as const)
  return { count: rows.length, totals: Object.fromEntries(totals) }
}

function responseOf(until: string, { written: accruals, removed }: RunResult) {
  return {
    until,
    ...sumsOf(accruals),
    removed: sumsOf(removed),
    commissions: accruals.toSorted((a, b) => a.calculatedOn.localeCompare(b.calculatedOn)).slice(0, maxListed),
  }
}

export const commissionCalls = (deps: WriteDeps & { readonly once: RunOnce }): readonly Call[] => [
  call(
    {
      method: 'post',
      path: '/api/commissions/run',
      summary:
        'Writes the commissions due up to a day (default: today) and removes unpaid ones after an exit; idempotent',
      auth: { may: 'create', entity: commissions },
      idempotent: deps.once,
      query: { until: optional(date()), preview: optional(choice(['true', 'false'])) },
      responses: { 200: { description: 'What was written, or would be with `preview`', json: response } },
    },
    async ({ viewer, query }) => {
      const { database } = deps
      const today = await database.tenant(viewer.tenantId, async (tx) => {
        await requireFieldVisibility(tx, viewer, commissions, investments, investors, referralCommissions, referrals)
        return todayOf(tx, deps.rules, viewer, deps.now())
      })
      const until = query.until ?? today
      const latest = addMonths(today, 12)
      if (until > latest)
        throw new RequestError('VALIDATION', issuesBody({ until: { key: 'high', params: { max: latest } } }))
      if (query.preview !== 'true') return responseOf(until, await runCommissions(deps, asPerson(viewer), until))
      return database.tenant(viewer.tenantId, async (tx) => {
        const written = (await readDue(tx, until)).flatMap(({ accruals }) => accruals)
        return responseOf(until, { written, removed: await readBeyondExits(tx) })
      })
    },
  ),
]
