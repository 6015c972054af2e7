import { Button } from '@mantine/core'
import { IconChartPie, IconFileInvoice } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '#schema/entities/investors/entity.ts'
import { EmptyState, NotOnDevice } from '#web/ui/page/empty-state.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { Figures } from '#web/records/figures/figures.tsx'
import { OpenFigureContext } from '#web/records/figures/open-figure.ts'
import { useExchange } from '#web/records/figures/use-exchange.ts'
import { listed } from '#web/ui/format/listed.tsx'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { useHistories } from '#web/records/holdings/use-histories.ts'
import { usePortalFigures } from '#web/records/holdings/use-portal.ts'
import { ChooseInvestor, NoInvestorChosen } from './choose-investor.tsx'
import { DueNext } from './due-next.tsx'
import { Holdings } from './holdings.tsx'
import classes from './investor-portal-screen.module.css'
import { PaymentTotals } from './payment-totals.tsx'
import { InvestorDocuments } from './investor-documents.tsx'
import { InvestorKyc } from './investor-kyc.tsx'
import { PortalMetrics } from './portal-metrics.tsx'
import type { PortalSearchProps } from './portal-search.ts'
import { StatementScreen } from './statement-screen.tsx'
import { usePortfolio } from './use-portfolio.ts'
import { ValueChart } from './value-chart.tsx'
import { ValueToday } from './value-today.tsx'

export function InvestorPortalScreen({ search, setSearch }: PortalSearchProps) {
  const { t } = useTranslation('portal')
  const { hasAllRows } = useSyncStatus()
  const { isStaff: staff, isNobody: nobody, holdings, investors, nameOf } = usePortfolio(search.investor)
  const figures = usePortalFigures(holdings)
  const histories = useHistories(holdings)
  const exchange = useExchange()
  const projectIds = useMemo(() => [...new Set(holdings.map(({ projectId }) => projectId))], [holdings])
  const sources = useMemo(() => ({ holdings, figures, exchange, nameOf }), [holdings, figures, exchange, nameOf])
  const hasHoldings = !nobody && holdings.length > 0 && hasAllRows
  const isStatement = search.statement !== undefined && hasHoldings
  useFocusIn(isStatement)
  const { figure } = search
  const openFigure = useMemo(
    () => ({ ...(figure && { figure }), open: (id: string | undefined) => setSearch({ figure: id }) }),
    [figure, setSearch],
  )

  if (isStatement)
    return (
      <StatementScreen
        histories={histories}
        exchange={exchange}
        nameOf={nameOf}
        investor={listed(investors.map(fullName))}
        search={search}
        setSearch={setSearch}
        backLabel={t('backToPortfolio')}
        onBack={() => setSearch({ statement: undefined, from: undefined, to: undefined })}
      />
    )
  return (
    <Page
      title={t('title')}
      subtitle={staff ? t('chooseInvestorHint') : t('subtitle')}
      actions={
        hasHoldings && (
          <Button leftSection={<IconFileInvoice size={18} />} onClick={() => setSearch({ statement: 'quarter' })}>
            {t('statement')}
          </Button>
        )
      }
    >
      {staff && (
        <ChooseInvestor
          chosen={search.investor ?? null}
          onChoose={(investor) => setSearch({ investor: investor ?? undefined, holding: undefined })}
        />
      )}
      {nobody ? (
        <NoInvestorChosen />
      ) : (
        <OpenFigureContext value={openFigure}>
          {hasAllRows && <InvestorKyc investors={investors} />}
          <Figures ready={hasAllRows}>
            {hasHoldings && (
              <div className={classes['columns']}>
                <ValueToday
                  sources={sources}
                  histories={histories}
                  period={search.period ?? 'year'}
                  onPeriod={(period) => setSearch({ period })}
                />
                <DueNext holdings={holdings} values={figures.values} onOpen={(holding) => setSearch({ holding })} />
              </div>
            )}
            {holdings.length > 0 ? (
              <Holdings
                holdings={holdings}
                values={figures.values}
                histories={histories.byHolding}
                search={search}
                setSearch={setSearch}
              />
            ) : hasAllRows ? (
              <EmptyState icon={IconChartPie} title={t('empty')} hint={staff ? undefined : t('emptyHint')} />
            ) : (
              <NotOnDevice icon={IconChartPie} />
            )}
            {hasHoldings && (
              <div className={classes['columns']}>
                <Section title={t('papers')}>
                  <InvestorDocuments projectIds={projectIds} investors={investors} hasProjectNames />
                </Section>
                <PaymentTotals histories={histories} values={figures.values} exchange={exchange} nameOf={nameOf} />
              </div>
            )}
            <PortalMetrics sources={sources} ready={hasAllRows} />
            {hasHoldings && <ValueChart histories={histories.byHolding} exchange={exchange} />}
          </Figures>
        </OpenFigureContext>
      )}
    </Page>
  )
}

/** The clicked button disappears with its page, so focus moves to the next page's content. */
function useFocusIn(page: boolean): void {
  const last = useRef(page)
  useEffect(() => {
    if (last.current === page) return
    last.current = page
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
  }, [page])
}
