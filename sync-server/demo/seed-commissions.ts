// The commissions that the demo's agreements have brought until today: the early ones are paid, the late ones overdue or
// not yet due.
import { daysBetween } from '#schema/dates.ts'
import { transact } from '../records/transact.ts'
import type { WriteDeps } from '../records/noun-rules.ts'
import { runCommissions } from '../commissions/run.ts'
import { sentences } from '../notifications/tell.ts'
import { daysFrom, isoDate, daysBefore, noonOf } from './seed-parts.ts'

/** Days to pay, and the age from which on everything is paid. */
const [term, settled] = [30, 120]

interface Written {
  readonly id: string
  readonly calculatedOn: string
}

export async function seedCommissions(deps: WriteDeps, tenantId: string, staffIds: readonly string[]): Promise<void> {
  const actor = { kind: 'system', tenantId } as const
  const { today } = daysFrom(deps.now())
  const accruals = await runCommissions(deps, actor, today)
  if (!accruals.length) return
  const later = (day: string, days: number) => isoDate(daysBefore(noonOf(day), -days))
  await transact(
    deps,
    actor,
    async (batch) => {
      const written = await batch.tx.query<Written>(
        `select id, calculated_on::text as "calculatedOn" from commissions where tenant_id = $1 order by calculated_on, id`,
        [tenantId],
      )
      for (const { id, calculatedOn } of written) {
        const isPaid = daysBetween(calculatedOn, today) > settled
        await batch.update('commissions', id, {
          dueDate: later(calculatedOn, term),
          ...(isPaid ? { paidDate: later(calculatedOn, term - 5) } : {}),
        })
      }
      const recent = written.filter(({ calculatedOn }) => daysBetween(calculatedOn, today) < term).length
      if (recent === 0) return
      for (const userId of staffIds)
        await batch.create('notifications', {
          userId,
          kind: 'COMMISSION_DUE',
          titleKey: sentences.COMMISSION_DUE[1],
          params: { count: recent },
          url: '/referrals',
        })
    },
    { isUntold: true },
  )
}
