import { Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { showDate } from '#web/ui/date-format.ts'
import { useMark } from '#web/ui/use-table.ts'
import classes from './redemption-date.module.css'

/** The redemption date; an estimate while the change has not reached the server, whose value wins. */
export function RedemptionDate({ investment }: { readonly investment: Row<'investments'> }) {
  const { t } = useTranslation('common')
  const isEstimate = useMark('investments', investment.id) !== undefined
  if (!investment.redemptionDate) return t('none')
  const date = showDate(investment.redemptionDate)
  if (!isEstimate) return date
  return (
    <Tooltip label={t('estimatedHint')}>
      <span className={classes['estimate']}>
        {date}
        <small>{t('estimated')}</small>
      </span>
    </Tooltip>
  )
}
