import { daysBetween } from '#schema/money/dates.ts'
import { transact } from '#server/records/write/transact.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { runCommissions } from '#server/entities/commissions/run.ts'
import { sentences } from '#server/entities/notifications/notify.ts'
import { daysFrom, isoDate, daysBefore, noonOf } from './seed-parts.ts'

const term = 30
const [overdue, dueSoon] = [1, 2]

interface WrittenCommission {
  readonly id: string
  readonly calculatedOn: string
}

export async function seedCommissions(deps: WriteDeps, tenantId: string, staffIds: readonly string[]): Promise<void> {
  const actor = { kind: 'system', tenantId } as const
  const { today } = daysFrom(deps.now())
  const { written: accruals } = await runCommissions(deps, actor, today)
  if (!accruals.length) return
  const later = (day: string, days: number) => isoDate(daysBefore(noonOf(day), -days))
  await transact(
    deps,
    actor,
    async (batch) => {
      const written = await batch.tx.query<WrittenCommission>(
        `select id, calculated_on::text as "calculatedOn" from commissions where tenant_id = $1 order by calculated_on, id`,
        [tenantId],
      )
      const ageOf = ({ calculatedOn }: WrittenCommission) => daysBetween(calculatedOn, today)
      const latest = written.filter((each) => ageOf(each) <= term).slice(-dueSoon)
      const open = [...written.filter((each) => ageOf(each) > term).slice(-overdue), ...latest]
      for (const each of written) {
        const { id, calculatedOn } = each
        await batch.update('commissions', id, {
          dueDate: later(calculatedOn, term),
          ...(open.includes(each) ? {} : { paidDate: later(calculatedOn, Math.min(term - 5, ageOf(each))) }),
        })
      }
      if (latest.length === 0) return
      for (const userId of staffIds)
        await batch.create('notifications', {
          userId,
          kind: 'COMMISSION_DUE',
          titleKey: sentences.COMMISSION_DUE[1],
          params: { count: latest.length },
          url: '/referrals',
        })
    },
    { withoutActivities: true },
  )
}
