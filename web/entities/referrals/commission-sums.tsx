import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { commissionSumsOf } from '#schema/portfolio/commission-sums.ts'
import { commissionStates } from '#schema/entities/commissions/entity.ts'
import type { Row } from '#schema/registry.ts'
import { countText } from '#web/records/names/entity-texts.ts'
import { Incomplete } from '#web/records/figures/incomplete.tsx'
import { readerOf } from '#web/records/data/read-any.ts'
import type { SearchProps } from '#web/records/list/record-plan.ts'
import { recordTitle } from '#web/records/names/record-title.ts'
import { useExchange } from '#web/records/figures/use-exchange.ts'
import { useFigure } from '#web/records/data/use-figure.ts'
import type { Table } from '#web/store/base/contract.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { stateLabel } from './commission-state.tsx'
import classes from './commission-sums.module.css'
import { RunCommissions } from './run-commissions.tsx'

export function CommissionSums({ search, setSearch }: SearchProps) {
  const { t } = useTranslation('commissions')
  const store = useStore()
  const { hasAllRows } = useSyncStatus()
  const exchange = useExchange()
  const today = useToday()
  const sums = useFigure(
    'commissions',
    useCallback(
      (table: Table<Row<'commissions'>>) =>
        commissionSumsOf(table.scan(), exchange, today, (each) => recordTitle('commissions', each, readerOf(store))),
      [exchange, today, store],
    ),
  )
  return (
    <div className={classes['bar']}>
      <fieldset className={classes['sums']} aria-label={t('states.label')}>
        {commissionStates.map((state) => {
          const label = stateLabel(state)
          const isShown = search.state === state
          const found = hasAllRows ? sums?.byState[state] : undefined
          return (
            <button
              key={state}
              type="button"
              className={classes['sum']}
              data-state={state}
              aria-pressed={isShown}
              onClick={() => setSearch({ state: isShown ? undefined : state })}
            >
              <span className={classes['name']}>{label}</span>
              <span className={classes['amount']}>
                <Money
                  as="short"
                  amount={found?.amount}
                  currency={sums?.currency ?? exchange.currency}
                  isAbout={found?.isConverted ?? false}
                />
              </span>
              <span className={classes['name']}>{found ? countText('commissions', found.count) : ' '}</span>
            </button>
          )
        })}
      </fieldset>
      <RunCommissions />
      {sums && <Incomplete {...sums.leftOut} />}
    </div>
  )
}
