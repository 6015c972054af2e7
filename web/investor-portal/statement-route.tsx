import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { IconChartPie } from '@tabler/icons-react'
import { fullName } from '#schema/entities/investors/entity.ts'
import { useExchange } from '#web/records/figures/use-exchange.ts'
import { useHistories } from '#web/records/holdings/use-histories.ts'
import { listed } from '#web/ui/format/listed.tsx'
import { EmptyState, NotOnDevice } from '#web/ui/page/empty-state.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { applyPatch, type SearchPatch } from '#web/ui/search/list-search.ts'
import { useAddressSearch, useNavigateTo } from '#web/ui/search/use-address.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { ChooseInvestor, NoInvestorChosen } from './choose-investor.tsx'
import { type PortalSearch, readPortalSearch } from './portal-search.ts'
import { StatementScreen } from './statement-screen.tsx'
import { usePortfolio } from './use-portfolio.ts'

/** For all staff, from an investor's record. */
export function StatementRoute() {
  const { t } = useTranslation(['portal', 'common'])
  const navigateTo = useNavigateTo()
  const { hasAllRows } = useSyncStatus()
  const search = useAddressSearch(readPortalSearch)
  const { investor } = search
  const { isStaff, isNobody, holdings, investors, nameOf } = usePortfolio(investor)
  const histories = useHistories(holdings)
  const exchange = useExchange()
  const setSearch = useCallback(
    (patch: SearchPatch<PortalSearch>) =>
      navigateTo({
        to: '/statement',
        search: (before) => applyPatch(before as PortalSearch, patch),
        replace: true,
        resetScroll: false,
      }),
    [navigateTo],
  )
  if (holdings.length > 0 && hasAllRows)
    return (
      <StatementScreen
        histories={histories}
        exchange={exchange}
        nameOf={nameOf}
        investor={listed(investors.map(fullName))}
        search={{ ...search, statement: search.statement ?? 'quarter' }}
        setSearch={setSearch}
        backLabel={isStaff ? t('common:back') : t('backToPortfolio')}
        onBack={() =>
          isStaff
            ? navigateTo({ to: '/investors', search: { dialog: 'details', record: investor } })
            : navigateTo({ to: '/investor-portal' })
        }
      />
    )
  return (
    <Page title={t('statement')} subtitle={t('statementHint')}>
      {isStaff && (
        <ChooseInvestor chosen={investor ?? null} onChoose={(id) => setSearch({ investor: id ?? undefined })} />
      )}
      {isNobody ? (
        <NoInvestorChosen />
      ) : hasAllRows ? (
        <EmptyState icon={IconChartPie} title={t('empty')} />
      ) : (
        <NotOnDevice icon={IconChartPie} />
      )}
    </Page>
  )
}
