import i18next from 'i18next'
import { redemptionDateOf } from '#schema/money/finance.ts'
import type { Row } from '#schema/registry.ts'
import { CalendarDay } from '#web/ui/format/dates/calendar-day.tsx'
import { useRowBadge, useRow } from '#web/records/data/use-table.ts'
import classes from './redemption-date.module.css'

/** A computed date is an estimate until the server has confirmed it; an entered date is not. */
export function RedemptionDate({ investment }: { readonly investment: Row<'investments'> }) {
  const { redemptionDate, investmentDate, projectId } = investment
  const isUnsent = useRowBadge('investments', investment.id) !== undefined
  const project = useRow('projects', projectId)
  if (!redemptionDate) return i18next.t('common:none')
  const date = <CalendarDay date={redemptionDate} />
  if (!isUnsent || redemptionDate !== redemptionDateOf(investmentDate, project?.paymentInstallment)) return date
  return (
    <span className={classes['estimate']} title={i18next.t('common:estimatedHint')}>
      <span>{date}</span>
      <small>{i18next.t('common:estimated')}</small>
    </span>
  )
}
