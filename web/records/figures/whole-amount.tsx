import type { AnyRow } from '#schema/kernel/entity.ts'
import { isZero } from '#schema/money/money.ts'
import type { EntityName } from '#schema/registry.ts'
import { listed } from '#web/ui/format/listed.tsx'
import { amountText } from '#web/ui/format/numbers/amount-props.ts'
import { Money, type MoneyStyle } from '#web/ui/format/numbers/money.tsx'
import { exactMoney } from '#web/ui/format/numbers/money-format.ts'
import { Incomplete } from './incomplete.tsx'
import classes from './whole-amount.module.css'
import { useWholeSums } from './use-whole-sums.ts'

interface WholeAmountProps {
  readonly entity: EntityName
  readonly row: AnyRow
  readonly field: string
  readonly money: MoneyStyle
}

export function WholeAmount({ entity, row, field, money }: WholeAmountProps) {
  const sums = useWholeSums(entity)
  if (!sums) return null
  const { amount, currency, isApproximate, missing, isStale } = sums.sumOf(row, field)
  const partTexts = (parts: Iterable<readonly [string, string]>) =>
    [...parts].filter(([, each]) => !isZero(each)).map(([from, each]) => amountText(exactMoney(each, from)))
  const isShown = missing.length === 0 || !isZero(amount)
  return (
    <>
      <span
        className={missing.length > 0 ? classes['parts'] : undefined}
        title={isApproximate ? listed(partTexts(sums.partsOf(row, field))) : undefined}
      >
        {isShown && <Money as={money} amount={amount} currency={currency} isAbout={isApproximate} />}
        {missing.map((each, at) => (
          <span key={each.currency}>
            {(isShown || at > 0) && ' + '}
            <Money as={money} amount={each.amount} currency={each.currency} />
          </span>
        ))}
      </span>
      {money === 'exact' && (
        <Incomplete names={partTexts(missing.map((each) => [each.currency, each.amount]))} isStale={isStale} />
      )}
    </>
  )
}
