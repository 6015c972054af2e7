import { Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Exchange } from '#schema/money/exchange.ts'
import type { HoldingHistories } from '#schema/portfolio/holding-histories.ts'
import type { HoldingHistory, HoldingOnDay, HoldingRule } from '#schema/portfolio/holding-value.ts'
import {
  type ValueMovement,
  type StatementLine,
  type StatementTotal,
  statementOf,
} from '#schema/portfolio/statement.ts'
import { ValueRules } from '#web/records/holdings/holding-value.tsx'
import { useGrowth } from '#web/records/holdings/use-growth.ts'
import { CalendarDay } from '#web/ui/format/dates/calendar-day.tsx'
import { listed } from '#web/ui/format/listed.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { ScrollRegion } from '#web/ui/table/scroll-region.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { Rate } from './rate.tsx'
import type { Days } from './statement-periods.ts'
import classes from './statement-sheet.module.css'

interface StatementSheetProps {
  readonly days: Days
  readonly histories: HoldingHistories
  readonly exchange: Exchange
  readonly nameOf: (holding: { readonly id: string; readonly projectId: string }) => string
  readonly investor: string
}

const moves = ['opening', 'paidIn', 'paidOut', 'change', 'closing'] as const

export function StatementSheet({ days, histories, exchange, nameOf, investor }: StatementSheetProps) {
  const { t } = useTranslation(['portal', 'common'])
  const { date } = useDates()
  const today = useToday()
  const { identity } = useStore()
  const growth = useGrowth()
  const statement = useMemo(() => {
    const byName = (a: HoldingHistory, b: HoldingHistory) => nameOf(a.holding).localeCompare(nameOf(b.holding))
    return statementOf([...histories.byHolding.values()].sort(byName), days, exchange)
  }, [histories, days, exchange, nameOf])
  const { lines, byCurrency, total, leftOut, unvalued } = statement
  const namesWithout = (rule: HoldingRule) =>
    unvalued.filter((each) => each.rule === rule).map((each) => nameOf(histories.byHolding.get(each.id)!.holding))
  const isStale =
    byCurrency.some(({ currency }) => exchange.convert('1', currency, exchange.currency)?.isStale) ||
    lines.some(({ openedBy, closedBy }) => openedBy.isStale || closedBy.isStale)
  const nameOfLine = ({ id }: StatementLine) => nameOf(histories.byHolding.get(id)!.holding)
  const isIllustrative = lines.some(({ openedBy, closedBy }) =>
    [openedBy, closedBy].some((each) => each.isIllustrative),
  )
  const isConverted = byCurrency.some(({ currency }) => currency !== total.currency)
  const heads = {
    opening: t('openingOn', { day: date(days.from) }),
    paidIn: t('paidIn'),
    paidOut: t('received'),
    change: t('change'),
    closing: t('closingOn', { day: date(days.to) }),
  }
  return (
    <article className={classes['sheet']} aria-label={t('statement')}>
      <header>
        <Title order={2}>
          <Name>{identity.tenantName}</Name>
        </Title>
        <Text>
          {t('statementOf')} <Name>{investor}</Name>
        </Text>
        <Text c="dimmed">{t('statementDays', { from: date(days.from), to: date(days.to), today: date(today) })}</Text>
      </header>
      {lines.length === 0 ? (
        <Text>{t('statementEmpty')}</Text>
      ) : (
        <ScrollRegion label={t('statement')} className={classes['region']}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('holding')}</th>
                {moves.map((move) => (
                  <th key={move} scope="col" data-figure>
                    {heads[move]}
                  </th>
                ))}
                <th scope="col">{t('rule')}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.id}>
                  <th scope="row">
                    <Name>{nameOfLine(line)}</Name>
                  </th>
                  <Figures heads={heads} moved={line} currency={line.currency} openedBy={line.openedBy} />
                  <td data-label={t('rule')}>
                    <ValueRules valued={line.closedBy} />
                    {line.closedBy.valuedOn !== null && (
                      <Text size="sm">
                        <CalendarDay date={line.closedBy.valuedOn} />
                      </Text>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              {isConverted &&
                byCurrency.map((each) => (
                  <TotalRow
                    key={each.currency}
                    name={t('totalIn', { currency: each.currency })}
                    heads={heads}
                    of={each}
                  />
                ))}
              <TotalRow
                name={isConverted ? t('totalConverted', { currency: total.currency }) : t('total')}
                heads={heads}
                of={total}
                isAbout={isConverted}
                isLast
              />
            </tfoot>
          </table>
        </ScrollRegion>
      )}
      <footer>
        <Text size="sm">{t('statementHow')}</Text>
        {isConverted && (
          <Text size="sm">{t('statementConverted', { currency: total.currency, day: date(today) })}</Text>
        )}
        {isIllustrative && <Text size="sm">{t('statementIllustrative', { growth })}</Text>}
        {leftOut.length > 0 && (
          <Text size="sm" role="note">
            {t('statementLeftOut', { names: listed(leftOut.map((line) => `${nameOfLine(line)} (${line.currency})`)) })}
          </Text>
        )}
        {(['UNKNOWN', 'NO_RATE', 'RECALCULATING'] as const).map((rule) => {
          const names = namesWithout(rule)
          return (
            names.length > 0 && (
              <Text key={rule} size="sm" role="note">
                {t(`statementWithout.${rule}`, { names: listed(names) })}
              </Text>
            )
          )
        })}
        {isStale && (
          <Text size="sm" role="note">
            {t('common:staleRate')}
          </Text>
        )}
      </footer>
    </article>
  )
}

type Heads = Readonly<Record<(typeof moves)[number], string>>

interface FiguresProps {
  /** Labels for narrow layouts without columns. */
  readonly heads: Heads
  readonly moved: ValueMovement
  readonly currency: string
  readonly isAbout?: boolean
  /** The opening figures; an assumed value shows its rule. */
  readonly openedBy?: HoldingOnDay
}

const Figures = ({ heads, moved, currency, openedBy, isAbout = false }: FiguresProps) =>
  moves.map((move) => (
    <td key={move} data-figure data-label={heads[move]}>
      <Money as="exact" amount={moved[move]} currency={currency} isAbout={isAbout} />
      {move === 'opening' && openedBy?.isIllustrative && (
        <div>
          <ValueRules valued={openedBy} />
        </div>
      )}
    </td>
  ))

interface TotalRowProps {
  readonly name: string
  readonly heads: Heads
  readonly of: StatementTotal
  readonly isAbout?: boolean
  readonly isLast?: boolean
}

function TotalRow({ name, heads, of, isAbout = false, isLast }: TotalRowProps) {
  const { t } = useTranslation('portal')
  return (
    <tr data-last={isLast}>
      <th scope="row">{name}</th>
      <Figures heads={heads} moved={of} currency={of.currency} isAbout={isAbout} />
      <td>
        {of.rate !== null && <Rate of={of.rate} format={(rate) => t('periodReturn', { rate })} />}
        {of.timeWeighted !== null && (
          <Text size="sm">
            <Rate of={of.timeWeighted} format={(rate) => t('timeWeighted', { rate })} />
          </Text>
        )}
      </td>
    </tr>
  )
}
