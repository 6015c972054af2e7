// What is late, what is to come and what was paid, above the list of commissions; a press shows only these.
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { commissionSumsOf } from '#schema/commission-sums.ts'
import { commissionStates } from '#schema/commissions.ts'
import type { Row } from '#schema/registry.ts'
import { countedWords } from '#web/records/entity-texts.ts'
import { Incomplete } from '#web/records/incomplete.tsx'
import { readerOf } from '#web/records/read-any.ts'
import type { SearchProps } from '#web/records/record-plan.ts'
import { recordTitle } from '#web/records/record-title.ts'
import { useExchange } from '#web/records/use-exchange.ts'
import { useFigure } from '#web/records/use-figure.ts'
import type { Table } from '#web/store/contract.ts'
import { Money } from '#web/ui/format/money.tsx'
import { useToday } from '#web/ui/format/use-today.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { stateWord } from './commission-state.tsx'
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
          const word = stateWord(state)
          const isShown = search.state === state
          const found = hasAllRows ? sums?.of[state] : undefined
          return (
            <button
              key={state}
              type="button"
              className={classes['sum']}
              data-state={state}
              aria-pressed={isShown}
              onClick={() => setSearch({ state: isShown ? undefined : state })}
            >
              <span className={classes['name']}>{word}</span>
              <span className={classes['amount']}>
                <Money
                  as="short"
                  amount={found?.amount}
                  currency={sums?.currency ?? exchange.currency}
                  isAbout={found?.isConverted ?? false}
                />
              </span>
              <span className={classes['name']}>{found ? countedWords('commissions', found.count) : ' '}</span>
            </button>
          )
        })}
      </fieldset>
      <RunCommissions />
      {sums && <Incomplete {...sums.leftOut} />}
    </div>
  )
}
