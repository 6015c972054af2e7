// Payments still owed to exited holdings, which the NAV excludes.
import { Text } from '@mantine/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { isCalendarDate } from '#schema/money/dates.ts'
import { holdingOnDay } from '#schema/portfolio/holding-value.ts'
import { fullName } from '#schema/entities/investors/entity.ts'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { unknownText } from '#web/records/names/entity-texts.ts'
import type { FormNotice } from '#web/records/form/form-fields.tsx'
import { useHistories } from '#web/records/holdings/use-histories.ts'
import { useComputed } from '#web/records/data/use-computed.ts'
import { listed } from '#web/ui/format/listed.tsx'
import { amountText } from '#web/ui/format/numbers/amount-props.ts'
import { exactMoney } from '#web/ui/format/numbers/money-format.ts'
import { useStore } from '#web/ui/store-context.ts'

export const OutstandingPayments: FormNotice = ({ values: { projectId, valuationDate } }) => {
  const { t } = useTranslation('valuations')
  const store = useStore()
  const exited = useComputed(
    'investments',
    useCallback(
      (table: Table<Row<'investments'>>) =>
        table.where('projectId', String(projectId)).filter(({ status }) => status === 'EXITED'),
      [projectId],
    ),
  )
  const { byHolding } = useHistories(exited)
  const day = String(valuationDate)
  if (!isCalendarDate(day)) return null
  const owed = exited.flatMap(({ id, investorId, currency }) => {
    const figures = holdingOnDay(byHolding.get(id)!, day)
    if (figures.rule !== 'OUTSTANDING' || figures.value === null) return []
    const investor = store.table('investors').get(investorId)
    const name = investor ? fullName(investor) : unknownText('investors')
    return [`${name} (${amountText(exactMoney(figures.value, currency))})`]
  })
  if (owed.length === 0) return null
  return (
    <Text size="sm" role="note" data-wide="true">
      {t('owed', { names: listed(owed) })}
    </Text>
  )
}
