import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { kycState } from '#schema/entities/investors/kyc.ts'
import { rowsPerStep } from '#schema/kernel/steps.ts'
import { countByStatus, ratesOf } from '#schema/portfolio/metrics.ts'
import type { Row } from '#schema/registry.ts'
import { choiceLabel } from '#web/records/names/entity-texts.ts'
import { FigurePart } from '#web/records/figures/figure-part.tsx'
import type { FigureLink } from '#web/records/figures/figure-panel.tsx'
import { useFigure } from '#web/records/data/use-figure.ts'
import { useTable } from '#web/records/data/use-table.ts'
import type { Table } from '#web/store/base/contract.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { percent } from '#web/ui/format/numbers/percent-format.ts'
import { useStore } from '#web/ui/store-context.ts'
import {
  activeProjectRows,
  type InvestmentClass,
  investorRows,
  myInvestmentRows,
  type ProjectClass,
  projectsWithRate,
} from './count-rows.tsx'

const ofProjects = ['projects'] as const
const ofInvestments = ['investments'] as const
const ofInvestors = ['investors', 'investments'] as const

const projectStatuses = ['ACTIVE', 'GROWTH', 'MATURE'] as const
const projectsByStatus = (table: Table<Row<'projects'>>) => countByStatus(table.scan())

export function ProjectParts({ linked }: { readonly linked: boolean }) {
  const counts = useFigure('projects', projectsByStatus)
  return (
    <dl>
      {projectStatuses.map((status) => (
        <ProjectPart key={status} status={status} of={counts?.get(status) ?? 0} linked={linked} />
      ))}
    </dl>
  )
}

interface ProjectPartProps {
  readonly status: ProjectClass
  readonly of: number
  readonly linked: boolean
}

function ProjectPart({ status, of, linked }: ProjectPartProps) {
  const { t } = useTranslation('dashboard')
  const store = useStore()
  const name = choiceLabel('projects', 'status', status)
  return (
    <FigurePart
      id={`projects-${status.toLowerCase()}`}
      cardName={t('activeProjects')}
      name={name}
      formula={t('projectsOfStatusHint', { status: name })}
      value={count(of)}
      entities={ofProjects}
      rows={useCallback(() => activeProjectRows(store, status), [store, status])}
      {...(linked && { all: { to: '/projects', search: { status } } satisfies FigureLink })}
    />
  )
}

const investmentStatuses = ['ACTIVE', 'COMMITTED', 'EXITED'] as const
const investmentsByStatus = (table: Table<Row<'investments'>>) => countByStatus(table.scan())

export function MyInvestmentParts() {
  const counts = useFigure('investments', investmentsByStatus)
  return (
    <dl>
      {investmentStatuses.map((status) => (
        <MyInvestmentPart key={status} status={status} of={counts?.get(status) ?? 0} />
      ))}
    </dl>
  )
}

function MyInvestmentPart({ status, of }: { readonly status: InvestmentClass; readonly of: number }) {
  const { t } = useTranslation('dashboard')
  const store = useStore()
  const name = choiceLabel('investments', 'status', status)
  return (
    <FigurePart
      id={`own-${status.toLowerCase()}`}
      cardName={t('myInvestments')}
      name={name}
      formula={t('ownOfStatusHint', { status: name })}
      value={count(of)}
      entities={ofInvestments}
      rows={useCallback(() => myInvestmentRows(store, status), [store, status])}
      all={{ to: '/investments', search: { status } }}
    />
  )
}

function* investorIds(table: Table<Row<'investments'>>): Generator<undefined, ReadonlySet<string>> {
  const found = new Set<string>()
  let seen = 0
  for (const { investorId } of table.scan()) {
    found.add(investorId)
    if (++seen % rowsPerStep === 0) yield
  }
  return found
}

const approved = (today: string) =>
  function* (table: Table<Row<'investors'>>): Generator<undefined, number> {
    let [found, seen] = [0, 0]
    for (const investor of table.scan()) {
      if (kycState(investor, today) === 'APPROVED') found++
      if (++seen % rowsPerStep === 0) yield
    }
    return found
  }

const noInvestors: ReadonlySet<string> = new Set()

export function InvestorParts() {
  const { t } = useTranslation('dashboard')
  const store = useStore()
  const today = useToday()
  const countApproved = useMemo(() => approved(today), [today])
  const invested = useFigure('investments', investorIds) ?? noInvestors
  const all = useTable('investors').size
  return (
    <dl>
      <FigurePart
        id="investors-with"
        cardName={t('totalInvestors')}
        name={t('withInvestments')}
        formula={t('withInvestmentsHint')}
        value={count(invested.size)}
        entities={ofInvestors}
        rows={useCallback(() => investorRows(store, ({ id }) => invested.has(id)), [store, invested])}
        all={{ to: '/investors', search: { investments: 'yes' } }}
      />
      <FigurePart
        id="investors-without"
        cardName={t('totalInvestors')}
        name={t('withoutInvestments')}
        formula={t('withoutInvestmentsHint')}
        value={count(all - invested.size)}
        entities={ofInvestors}
        rows={useCallback(() => investorRows(store, ({ id }) => !invested.has(id)), [store, invested])}
        all={{ to: '/investors', search: { investments: 'no' } }}
      />
      <FigurePart
        id="investors-approved"
        cardName={t('totalInvestors')}
        name={t('kycApproved')}
        formula={t('kycApprovedHint')}
        value={count(useFigure('investors', countApproved) ?? 0)}
        entities={ofInvestors}
        rows={useCallback(
          () => investorRows(store, (investor) => kycState(investor, today) === 'APPROVED'),
          [store, today],
        )}
        all={{ to: '/investors', search: { kycStatus: 'APPROVED' } }}
      />
    </dl>
  )
}

const ratesOfTable = (table: Table<Row<'projects'>>) => ratesOf(table.scan())

export function RateParts() {
  const { t } = useTranslation('dashboard')
  const rates = useFigure('projects', ratesOfTable)
  return (
    rates && (
      <dl>
        <RatePart id="irr-highest" name={t('highestRate')} formula={t('highestRateHint')} rate={rates.highest} />
        <RatePart id="irr-lowest" name={t('lowestRate')} formula={t('lowestRateHint')} rate={rates.lowest} />
      </dl>
    )
  )
}

interface RatePartProps {
  readonly id: string
  readonly name: string
  readonly formula: string
  readonly rate: string
}

function RatePart({ rate, name, ...part }: RatePartProps) {
  const { t } = useTranslation('dashboard')
  const store = useStore()
  return (
    <FigurePart
      {...part}
      cardName={t('averageIrr')}
      name={name}
      value={<bdi>{percent(rate)}</bdi>}
      entities={ofProjects}
      rows={useCallback(() => projectsWithRate(store, rate, name), [store, rate, name])}
    />
  )
}
