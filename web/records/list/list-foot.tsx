import { useLayoutEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName } from '#schema/registry.ts'
import { whenIdle } from '#web/store/base/time-slicing.ts'
import { listed } from '#web/ui/format/listed.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { amountText } from '#web/ui/format/numbers/amount-props.ts'
import { exactMoney } from '#web/ui/format/numbers/money-format.ts'
import { useStore } from '#web/ui/store-context.ts'
import { countText, fieldLabel } from '#web/records/names/entity-texts.ts'
import { Incomplete } from '#web/records/figures/incomplete.tsx'
import classes from './list-foot.module.css'
import { type Total, totalsOf } from './list-sums.ts'
import { currencyInStore } from '#web/records/data/currency-of.ts'
import { readerOf } from '#web/records/data/read-any.ts'
import { screenScheduler } from '#web/records/data/screen-slicing.ts'
import { useExchange } from '#web/records/figures/use-exchange.ts'
import { useWholeSums } from '#web/records/figures/use-whole-sums.ts'
import type { ViewRows } from '#web/records/data/use-view.ts'

interface ListFootProps<Name extends EntityName> {
  readonly entity: Name
  readonly fields: readonly string[]
  readonly shown: Pick<ViewRows<AnyRow>, 'rows' | 'scan'>
  /** Whether all rows are there. */
  readonly isComplete: boolean
}

interface ListTotals {
  readonly rows: number
  readonly currency: string
  readonly totals: readonly Total[]
}

export function ListFoot<Name extends EntityName>({ entity, fields, shown, isComplete }: ListFootProps<Name>) {
  const { t } = useTranslation('common')
  const store = useStore()
  const exchange = useExchange()
  const whole = useWholeSums(entity)
  const text = fields.join(' ')
  const summedFields = useMemo(() => text.split(' '), [text])
  const [sums, setSums] = useState<ListTotals | null>(null)

  // The list is painted first; its sums follow when the page is idle.
  useLayoutEffect(() => {
    if (!whole || !isComplete) return
    const read = readerOf(store)
    const currencyIn = (row: AnyRow) => currencyInStore(store, entity, row, read)
    const steps = totalsOf(shown.scan(), { entity, fields: summedFields, exchange, read, currencyIn, whole })
    return whenIdle(
      screenScheduler,
      runSteps(steps, (totals) => setSums({ rows: shown.rows.length, currency: exchange.currency, totals })),
    )
  }, [store, entity, summedFields, exchange, shown, whole, isComplete])

  // The sums come into a foot that is there from the start, so that nothing moves.
  if (!sums || !isComplete) return <div className={classes['foot']} />
  return (
    <section className={classes['foot']} data-list-sums aria-label={t('sums')}>
      <span className={classes['rows']}>{t('sumOf', { what: countText(entity, sums.rows) })}</span>
      <dl className={classes['sums']}>
        {sums.totals.map((total) => (
          <div key={total.field}>
            <dt>{fieldLabel(entity, total.field)}</dt>
            <dd title={listed([...total.byCurrency].map(([currency, sum]) => amountText(exactMoney(sum, currency))))}>
              <Money as="exact" amount={total.amount} currency={sums.currency} isAbout={total.isConverted} />
            </dd>
            <Incomplete {...total} limit={1} />
          </div>
        ))}
      </dl>
    </section>
  )
}

function* runSteps(
  steps: Generator<undefined, Total[]>,
  receive: (totals: Total[]) => void,
): Generator<undefined, void> {
  receive(yield* steps)
}
