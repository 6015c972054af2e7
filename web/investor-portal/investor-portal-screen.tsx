import { IconChartPie } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/contract.ts'
import { EmptyState, NotOnDevice } from '#web/ui/page/empty-state.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { ReferenceSelect } from '#web/records/reference-select.tsx'
import { useMayAll } from '#web/records/use-may.ts'
import { useComputed } from '#web/records/use-computed.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { Holdings } from './holdings.tsx'
import { PortalMetrics } from './portal-metrics.tsx'
import { usePortalFigures } from './use-portal.ts'

export function InvestorPortalScreen() {
  const { t } = useTranslation('portal')
  const { hasAllRows } = useSyncStatus()
  const staff = useMayAll('investors', 'read')
  const [chosen, setChosen] = useState<string | null>(null)
  // Without a chosen investor the figures would be zeros that look like somebody's.
  const nobody = staff && chosen === null
  const toHoldings = useCallback(
    (table: Table<Row<'investments'>>) => {
      if (nobody) return []
      const rows = chosen === null ? [...table.all()] : [...table.where('investorId', chosen)]
      return rows.sort((a, b) => (a.investmentDate < b.investmentDate ? 1 : -1))
    },
    [nobody, chosen],
  )
  const holdings = useComputed('investments', toHoldings)
  const figures = usePortalFigures(holdings)

  return (
    <Page title={t('title')} subtitle={staff ? t('chooseInvestorHint') : t('subtitle')}>
      {staff && (
        <ReferenceSelect
          entity="investors"
          label={t('chooseInvestor')}
          value={chosen}
          onChange={setChosen}
          maw="26rem"
        />
      )}
      {nobody ? (
        <EmptyState icon={IconChartPie} title={t('chooseFirst')} hint={t('chooseFirstHint')} />
      ) : (
        <PortalMetrics figures={figures} ready={hasAllRows} />
      )}
      {nobody ? null : holdings.length > 0 ? (
        <Holdings holdings={holdings} values={figures.values} />
      ) : hasAllRows ? (
        <EmptyState icon={IconChartPie} title={t('empty')} hint={t('emptyHint')} />
      ) : (
        <NotOnDevice icon={IconChartPie} />
      )}
    </Page>
  )
}
