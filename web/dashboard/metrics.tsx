import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '#web/records/screen-path.tsx'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/contract.ts'
import { Incomplete } from '#web/records/incomplete.tsx'
import { MetricCard, MetricCards } from '#web/ui/page/metric-card.tsx'
import { Money } from '#web/ui/format/money.tsx'
import { count } from '#web/ui/format/number-format.ts'
import { percent } from '#web/ui/format/percent-format.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useExchange } from '#web/records/use-exchange.ts'
import { useFigure } from '#web/records/use-figure.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { useMayAll } from '#web/records/use-may.ts'
import { useTable } from '#web/records/use-table.ts'
import { aumOf, averageIrrOf, countActive } from '#schema/metrics.ts'

const averageIrrOfTable = (table: Table<Row<'projects'>>) => averageIrrOf(table.scan())
const activeOfTable = (table: Table<Row<'projects'>>) => countActive(table.scan())

const nameOfProject = (project: Row<'projects'> | undefined, { projectName }: Row<'investments'>): string =>
  project?.name ?? projectName ?? ''

export function Metrics() {
  const { t } = useTranslation(['dashboard', 'common'])
  const { hasAllRows } = useSyncStatus()
  const investors = useTable('investors')
  const store = useStore()
  // An investor sees figures of their own holdings only, and not the number of the firm's investors.
  const ofFirm = useMayAll('investments', 'read')
  const exchange = useExchange()
  const aumOfTable = useCallback(
    (table: Table<Row<'investments'>>) =>
      aumOf(table.scan(), exchange, (each) => nameOfProject(store.table('projects').get(each.projectId), each)),
    [exchange, store],
  )
  const aum = useFigure('investments', aumOfTable)
  const currency = aum?.currency ?? exchange.currency
  const own = useTable('investments').size
  const irr = useFigure('projects', averageIrrOfTable)
  const active = useFigure('projects', activeOfTable)
  const parts = [
    { name: t('active'), amount: aum?.active },
    { name: t('committed'), amount: aum?.committed },
    { name: t('exited'), amount: aum?.exited },
  ]
  return (
    <MetricCards>
      <MetricCard
        ready={hasAllRows && aum !== undefined}
        name={t('totalAum')}
        formula={t('totalAumHint')}
        link={(name) => <ScreenLink to="/investments">{name}</ScreenLink>}
        value={<Money as="toBillions" amount={aum?.total} currency={currency} />}
        about={
          <>
            <dl>
              {parts.map(({ name, amount }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <Money as="toBillions" amount={amount} currency={currency} />
                  </dd>
                </div>
              ))}
            </dl>
            {aum && <Incomplete {...aum.leftOut} />}
          </>
        }
      />
      <MetricCard
        ready={hasAllRows && active !== undefined}
        name={t('activeProjects')}
        formula={t('activeProjectsHint')}
        {...(ofFirm ? { link: (name) => <ScreenLink to="/projects">{name}</ScreenLink> } : {})}
        value={active === undefined ? null : count(active)}
      />
      {ofFirm ? (
        <MetricCard
          ready={hasAllRows}
          name={t('totalInvestors')}
          formula={t('totalInvestorsHint')}
          link={(name) => <ScreenLink to="/investors">{name}</ScreenLink>}
          value={count(investors.size)}
        />
      ) : (
        <MetricCard
          ready={hasAllRows}
          name={t('myInvestments')}
          formula={t('myInvestmentsHint')}
          link={(name) => <ScreenLink to="/investments">{name}</ScreenLink>}
          value={count(own)}
        />
      )}
      <MetricCard
        ready={hasAllRows && irr !== undefined}
        name={t('averageIrr')}
        formula={t('averageIrrHint')}
        {...(ofFirm ? { link: (name) => <ScreenLink to="/projects">{name}</ScreenLink> } : {})}
        value={irr == null ? t('common:notAvailable') : percent(irr)}
      />
    </MetricCards>
  )
}
