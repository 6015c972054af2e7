import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isZero } from '#schema/money.ts'
import { MetricCard, MetricCards } from '#web/ui/metric-card.tsx'
import { Money } from '#web/ui/money.tsx'
import { dashboardMoney } from '#web/ui/money-format.ts'
import { count } from '#web/ui/number-format.ts'
import { percent } from '#web/ui/percent-format.ts'
import { totalsByCurrency } from '#web/ui/totals.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { useTable } from '#web/ui/use-table.ts'
import { aumOf, averageIrrOf, countActive } from './figures.ts'

/** `staff`: an investor's figures are of their own holdings, and without the firm's investors. */
export function Metrics({ staff }: { readonly staff: boolean }) {
  const { t } = useTranslation(['dashboard', 'common'])
  const { complete } = useSyncStatus()
  const projects = useTable('projects')
  const investors = useTable('investors')
  const investments = useTable('investments')
  const aum = useMemo(() => (investments.version < 0 ? null : aumOf(investments.all())), [investments, investments.version])
  const others = useMemo(
    () =>
      investments.version < 0
        ? []
        : [...totalsByCurrency(investments.all())].filter(([currency, amount]) => currency !== 'USD' && !isZero(amount)),
    [investments, investments.version],
  )
  const irr = useMemo(() => (projects.version < 0 ? null : averageIrrOf(projects.all())), [projects, projects.version])
  const active = useMemo(() => (projects.version < 0 ? 0 : countActive(projects.all())), [projects, projects.version])
  const parts = [
    { name: t('active'), amount: aum?.active },
    { name: t('committed'), amount: aum?.committed },
    { name: t('exited'), amount: aum?.exited },
  ]
  return (
    <MetricCards>
      <MetricCard
        ready={complete}
        name={t('totalAum')}
        formula={t('totalAumHint')}
        link={(name) => <Link to="/investments">{name}</Link>}
        value={<Money as="dashboard" amount={aum?.total} />}
        about={
          <>
            <dl>
              {parts.map(({ name, amount }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <Money as="dashboard" amount={amount} />
                  </dd>
                </div>
              ))}
            </dl>
            {others.length > 0 && t('otherCurrencies', { amounts: others.map(([currency, amount]) => dashboardMoney(amount, currency)).join(', ') })}
          </>
        }
      />
      <MetricCard
        ready={complete}
        name={t('activeProjects')}
        formula={t('activeProjectsHint')}
        {...(staff ? { link: (name) => <Link to="/projects">{name}</Link> } : {})}
        value={count(active)}
      />
      {staff && (
        <MetricCard
          ready={complete}
          name={t('totalInvestors')}
          formula={t('totalInvestorsHint')}
          link={(name) => <Link to="/investors">{name}</Link>}
          value={count(investors.size)}
        />
      )}
      <MetricCard
        ready={complete}
        name={t('averageIrr')}
        formula={t('averageIrrHint')}
        {...(staff ? { link: (name) => <Link to="/projects">{name}</Link> } : {})}
        value={irr === null ? t('common:notAvailable') : percent(irr)}
      />
    </MetricCards>
  )
}
