import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { periods } from '#schema/money/metric-changes.ts'
import { isZero } from '#schema/money/money.ts'
import type { FigureLink } from '#web/records/figures/figure-panel.tsx'
import { FigureCard } from '#web/records/figures/figure-card.tsx'
import { Figures } from '#web/records/figures/figures.tsx'
import { Incomplete } from '#web/records/figures/incomplete.tsx'
import { ScreenLink } from '#web/records/names/screen-path.tsx'
import { useExchange } from '#web/records/figures/use-exchange.ts'
import { useMayAll } from '#web/records/data/use-may.ts'
import { useTable } from '#web/records/data/use-table.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { amountText } from '#web/ui/format/numbers/amount-props.ts'
import { approximately, exactMoney } from '#web/ui/format/numbers/money-format.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { percent } from '#web/ui/format/numbers/percent-format.ts'
import { MetricCards } from '#web/ui/page/metric-card.tsx'
import { Toggles } from '#web/ui/page/toggles.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useStoredChoice } from '#web/ui/use-stored-choice.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { ChangeText } from './change.tsx'
import { aumRows } from './amount-rows.tsx'
import { InvestorParts, MyInvestmentParts, ProjectParts, RateParts } from './card-parts.tsx'
import { activeProjectRows, investorRows, irrRows, myInvestmentRows } from './count-rows.tsx'
import { PartOfAum } from './part-of-aum.tsx'
import classes from './metrics.module.css'
import { useMetrics } from './use-metrics.ts'

const counted: Readonly<Record<'aum' | 'projects' | 'investors' | 'own', FigureLink>> = {
  aum: { to: '/investments', search: { status: 'FUNDED,COMMITTED' } },
  projects: { to: '/projects', search: { status: 'ACTIVE,GROWTH,MATURE' } },
  investors: { to: '/investors' },
  own: { to: '/investments' },
}

const linkTo =
  ({ to, search }: FigureLink) =>
  (name: ReactNode) => (
    <ScreenLink to={to} {...(search && { search })}>
      {name}
    </ScreenLink>
  )

const ofInvestments = ['investments', 'projects', 'exchangeRates'] as const
const ofProjects = ['projects'] as const
const ofInvestors = ['investors'] as const

export function Metrics() {
  const { t } = useTranslation(['dashboard', 'common'])
  const { hasAllRows } = useSyncStatus()
  const store = useStore()
  // Investors see only their own figures, and not the number of investors.
  const ofFirm = useMayAll('investments', 'read')
  const exchange = useExchange()
  const investors = useTable('investors').size
  const own = useTable('investments').size
  const [storedPeriod, storePeriod] = useStoredChoice(`dashboard-period ${store.identity.id}`)
  const period = periods.find((each) => each === storedPeriod) ?? null
  const { aum, later, active, irr, changes } = useMetrics(period)
  const currency = aum?.currency ?? exchange.currency
  const converted = aum?.converted
  const isConverted = converted !== undefined && (converted.has('ACTIVE') || converted.has('COMMITTED'))
  const isLater = later !== undefined && !isZero(later)
  const laterHint = isLater
    ? t('totalAumLater', { amount: amountText(approximately(exactMoney, isConverted)(later, exchange.currency)) })
    : ''
  const totalAumHint = `${t('totalAumHint')} ${laterHint}`.trim()
  const parts = [
    { part: 'ACTIVE', amount: aum?.active },
    { part: 'COMMITTED', amount: aum?.committed },
    { part: 'EXITED', amount: aum?.exited },
  ] as const
  const labels = { month: t('thisMonth'), quarter: t('thisQuarter'), ytd: t('yearToDate') }
  const projectsLink = ofFirm ? { link: linkTo(counted.projects) } : {}
  const allProjects = ofFirm ? { all: counted.projects } : {}

  const rowsOfAum = useCallback(
    () => aumRows(store, exchange, { active: t('active'), committed: t('committed'), exited: t('exitedNotCounted') }),
    [store, exchange, t],
  )
  const rowsOfProjects = useCallback(() => activeProjectRows(store), [store])
  const rowsOfThird = useCallback(() => (ofFirm ? investorRows(store) : myInvestmentRows(store)), [store, ofFirm])
  const rowsOfIrr = useCallback(
    () =>
      irrRows(store, {
        mean: (rates) => t('meanOf', { count: rates, n: count(rates) }),
        none: t('common:notAvailable'),
      }),
    [store, t],
  )

  return (
    <div className={classes['metrics']}>
      <div className={classes['period']}>
        <Toggles
          label={t('period')}
          options={[{ id: 'own', label: t('ownPeriods') }, ...periods.map((id) => ({ id, label: labels[id] }))]}
          value={period ?? 'own'}
          onChange={storePeriod}
        />
      </div>
      <Figures ready={hasAllRows && aum !== undefined && active !== undefined && irr !== undefined}>
        <MetricCards>
          <FigureCard
            ready={hasAllRows && aum !== undefined}
            name={t('totalAum')}
            formula={totalAumHint}
            link={linkTo(counted.aum)}
            id="aum"
            value={<Money as="toBillions" amount={aum?.total} currency={currency} isAbout={isConverted} />}
            entities={ofInvestments}
            rows={rowsOfAum}
            all={counted.aum}
            about={
              <>
                <ChangeText of={changes.aum} />
                <dl>
                  {parts.map(({ part, amount }) => (
                    <PartOfAum
                      key={part}
                      part={part}
                      amount={amount}
                      currency={currency}
                      isAbout={converted?.has(part) ?? false}
                    />
                  ))}
                </dl>
                {aum && <Incomplete {...aum.leftOut} />}
              </>
            }
          />
          <FigureCard
            ready={hasAllRows && active !== undefined}
            name={t('activeProjects')}
            formula={t('activeProjectsHint')}
            {...projectsLink}
            id="projects"
            value={active === undefined ? null : count(active)}
            entities={ofProjects}
            rows={rowsOfProjects}
            {...allProjects}
            about={
              <>
                <ChangeText of={changes.projects} />
                <ProjectParts linked={ofFirm} />
              </>
            }
          />
          <FigureCard
            ready={hasAllRows}
            name={ofFirm ? t('totalInvestors') : t('myInvestments')}
            formula={ofFirm ? t('totalInvestorsHint') : t('myInvestmentsHint')}
            link={linkTo(ofFirm ? counted.investors : counted.own)}
            id={ofFirm ? 'investors' : 'own'}
            value={count(ofFirm ? investors : own)}
            entities={ofFirm ? ofInvestors : ofInvestments}
            rows={rowsOfThird}
            all={ofFirm ? counted.investors : counted.own}
            about={
              ofFirm ? (
                <>
                  <ChangeText of={changes.investors} />
                  <InvestorParts />
                </>
              ) : (
                <MyInvestmentParts />
              )
            }
          />
          <FigureCard
            ready={hasAllRows && irr !== undefined}
            name={t('averageIrr')}
            formula={t('averageIrrHint')}
            {...projectsLink}
            id="irr"
            value={irr == null ? t('common:notAvailable') : percent(irr)}
            entities={ofProjects}
            rows={rowsOfIrr}
            {...allProjects}
            about={
              <>
                <ChangeText of={changes.irr} />
                <RateParts />
              </>
            }
          />
        </MetricCards>
      </Figures>
    </div>
  )
}
