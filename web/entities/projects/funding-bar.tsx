import { Text } from '@mantine/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { fundingOf } from '#schema/portfolio/funding.ts'
import { paidInOf } from '#schema/portfolio/investor-flows.ts'
import { compare, subtract } from '#schema/money/money.ts'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { Incomplete } from '#web/records/figures/incomplete.tsx'
import { unknownText } from '#web/records/names/entity-texts.ts'
import { useComputed } from '#web/records/data/use-computed.ts'
import { useHistories } from '#web/records/holdings/use-histories.ts'
import { useExchange } from '#web/records/figures/use-exchange.ts'
import { approximately, exactMoney } from '#web/ui/format/numbers/money-format.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { percent } from '#web/ui/format/numbers/percent-format.ts'
import { useStore } from '#web/ui/store-context.ts'
import { fullName } from '#schema/entities/investors/entity.ts'
import classes from './funding-bar.module.css'

export function FundingBar({ project }: { readonly project: Row<'projects'> }) {
  const { t } = useTranslation('projects')
  const store = useStore()
  const { convert } = useExchange()
  const { targetAmount: target, currency } = project
  const investments = useComputed(
    'investments',
    useCallback((table: Table<Row<'investments'>>) => table.where('projectId', project.id), [project.id]),
  )
  const { byHolding } = useHistories(investments)
  const nameOf = ({ investorId }: Row<'investments'>) => {
    const investor = store.table('investors').get(investorId)
    return investor ? fullName(investor) : unknownText('investors')
  }
  const funding = fundingOf(investments, target, { convert, currency }, nameOf, ({ id }) => {
    const { flows = [], missingFrom = null } = byHolding.get(id) ?? {}
    return missingFrom === null ? paidInOf(flows) : null
  })
  const parts = [
    { id: 'paidIn', name: t('fundingPaidIn'), amount: funding.paidIn, share: funding.paidInShare },
    { id: 'committed', name: t('fundingCommitted'), amount: funding.committed, share: funding.committedShare },
  ] as const
  const isOver = funding.open !== null && compare(funding.open, '0') < 0
  const amountOf = (amount: string) => exactMoney(amount, currency)
  const raisedOf = (amount: string) => approximately(exactMoney, funding.leftOut.isConverted)(amount, currency)
  const summary =
    target === null
      ? t('fundingWithoutTarget', { paidIn: raisedOf(funding.paidIn), committed: raisedOf(funding.committed) })
      : t('fundingWords', {
          paidIn: raisedOf(funding.paidIn),
          committed: raisedOf(funding.committed),
          target: amountOf(target),
        })
  // Above the target the full bar is the raised amount.
  const whole = isOver || target === null ? funding.raised : target
  return (
    <section className={classes['funding']} aria-label={t('funding')}>
      <figure className={classes['bar']} aria-label={summary}>
        {parts.map(({ id, amount }) => (
          <div key={id} data-part={id} style={{ inlineSize: `${widthOf(amount, whole)}%` }} />
        ))}
      </figure>
      <dl className={classes['words']}>
        {parts.map(({ id, name, amount, share }) => (
          <div key={id} data-part={id}>
            <dt>{name}</dt>
            <dd>
              <Money as="whole" amount={amount} currency={currency} isAbout={funding.leftOut.isConverted} />{' '}
              {share !== null && <bdi>{percent(share)}</bdi>}
            </dd>
          </div>
        ))}
        {funding.open !== null && (
          <div>
            <dt>{isOver ? t('fundingOver') : t('fundingOpen')}</dt>
            <dd>
              <Money
                as="whole"
                amount={isOver ? subtract('0', funding.open) : funding.open}
                currency={currency}
                isAbout={funding.leftOut.isConverted}
              />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('fundingTarget')}</dt>
          <dd>{target === null ? t('noTarget') : <Money as="whole" amount={target} currency={currency} />}</dd>
        </div>
      </dl>
      <Incomplete {...funding.leftOut} />
      {funding.leftOut.isConverted && (
        <Text size="sm" c="dimmed">
          {t('fundingConverted', { currency })}
        </Text>
      )}
    </section>
  )
}

/** Only a coordinate, so a number is precise enough. */
const widthOf = (amount: string, whole: string): number =>
  compare(whole, '0') > 0 ? Math.min(100, (Number(amount) / Number(whole)) * 100) : 0
