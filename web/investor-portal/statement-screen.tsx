import { Alert, Button, Group } from '@mantine/core'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCalendarDate } from '#schema/money/dates.ts'
import type { Exchange } from '#schema/money/exchange.ts'
import type { HoldingHistories } from '#schema/portfolio/holding-histories.ts'
import { firstPaymentOf } from '#schema/portfolio/value-change.ts'
import { DateInput } from '#web/ui/form/date-input.tsx'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Page } from '#web/ui/page/page.tsx'
import { Toggles } from '#web/ui/page/toggles.tsx'
import { PrintOnly } from '#web/ui/page/print-only.tsx'
import type { PortalSearchProps } from './portal-search.ts'
import classes from './statement-screen.module.css'
import { StatementSheet } from './statement-sheet.tsx'
import { type Days, daysOf, type StatementPeriod, statementPeriods } from './statement-periods.ts'

interface StatementScreenProps extends PortalSearchProps {
  readonly histories: HoldingHistories
  readonly exchange: Exchange
  readonly nameOf: (holding: { readonly id: string; readonly projectId: string }) => string
  readonly investor: string
  readonly backLabel: string
  readonly onBack: () => void
}

export function StatementScreen({ search, setSearch, backLabel, onBack, ...sources }: StatementScreenProps) {
  const { t } = useTranslation('portal')
  const today = useToday()
  const { statement, from = '', to = '' } = search
  const { histories, investor } = sources
  const first = useMemo(() => firstPaymentOf([...histories.byHolding.values()], today), [histories, today])
  const period = statementPeriods.find((each) => each === statement) ?? null
  const chosenDays = period === null ? { from, to } : daysOf(period, today, first)
  const address = `${statement} ${from} ${to}`
  // The typed dates; only a complete, valid period goes to the address.
  const [typed, setTyped] = useState<{ readonly at: string; readonly days: Days } | null>(null)
  if (typed && typed.at !== address) setTyped(null)
  const days = typed?.days ?? chosenDays
  const isWhole = areWhole(days)
  const choose = (chosen: StatementPeriod) => {
    setTyped(null)
    setSearch({ statement: chosen, from: undefined, to: undefined })
  }
  const change = (part: Partial<Days>) => {
    const next = { ...days, ...part }
    setTyped({ at: address, days: next })
    if (areWhole(next)) setSearch({ statement: 'days', ...next })
  }
  const labels = {
    quarter: t('thisQuarter'),
    lastQuarter: t('lastQuarter'),
    year: t('thisYear'),
    lastYear: t('lastYear'),
    all: t('valuePeriod.all'),
  }
  const sheet = isWhole && <StatementSheet {...sources} days={days} />
  return (
    <Page
      title={t('statement')}
      windowTitle={[t('statement'), investor, days.to].filter(Boolean).join(' · ')}
      subtitle={t('statementHint')}
      actions={
        <>
          <Button variant="default" leftSection={<IconArrowLeft size={18} />} onClick={onBack}>
            {backLabel}
          </Button>
          <Button leftSection={<IconPrinter size={18} />} disabled={!isWhole} onClick={() => window.print()}>
            {t('printOrPdf')}
          </Button>
        </>
      }
    >
      <Group align="end" gap="md">
        <Toggles
          label={t('period')}
          options={statementPeriods.map((id) => ({ id, label: labels[id] }))}
          value={typed ? null : period}
          onChange={choose}
        />
        <div className={classes['days']}>
          <DateInput label={t('from')} value={days.from} onChange={(from) => change({ from })} />
          <DateInput label={t('to')} value={days.to} onChange={(to) => change({ to })} />
        </div>
      </Group>
      {isWhole ? sheet : <Alert color="yellow">{t('periodWrong')}</Alert>}
      {isWhole && <PrintOnly>{sheet}</PrintOnly>}
    </Page>
  )
}

const areWhole = ({ from, to }: Days): boolean => isCalendarDate(from) && isCalendarDate(to) && from <= to
