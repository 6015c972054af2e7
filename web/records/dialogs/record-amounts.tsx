import i18next from 'i18next'
import { Fragment } from 'react'
import { isCall } from '#schema/entities/cash-flows/entity.ts'
import type { AnyRow, Entity } from '#schema/kernel/entity.ts'
import { type EntityName, registry } from '#schema/registry.ts'
import { Listed } from '#web/ui/format/listed.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { isAmount, totalsByCurrency } from '#web/ui/table/totals.ts'

interface RecordAmountsProps {
  readonly entity: EntityName
  readonly rows: readonly AnyRow[]
}

/** Money in opposite directions is not added up. */
const directions: { readonly [Name in EntityName]?: (row: AnyRow) => string } = {
  cashFlows: ({ type }) => i18next.t(isCall(String(type)) ? 'cashFlows:way.in' : 'cashFlows:way.out'),
}

export function hasAmount(entity: EntityName): boolean {
  const { amount }: Entity['fields'] = registry[entity].fields
  return amount?.storage.kind === 'decimal' && amount.storage.unit === 'money'
}

export function RecordAmounts({ entity, rows }: RecordAmountsProps) {
  if (!hasAmount(entity)) return null
  return [...Map.groupBy(rows, (row) => directions[entity]?.(row) ?? '')].map(([direction, group]) => (
    <Fragment key={direction}>
      {direction ? ` · ${direction} ` : ' · '}
      <Listed
        parts={[...totalsByCurrency(group.filter(isAmount))].map(([currency, sum]) => (
          <Money key={currency} as="exact" amount={sum} currency={currency} />
        ))}
      />
    </Fragment>
  ))
}
