import i18next from 'i18next'
import type { ReactNode } from 'react'
import type { AnyRow, Entity } from '#schema/kernel/entity.ts'
import { isStatus } from '#schema/kernel/field.ts'
import { type EntityName, registry } from '#schema/registry.ts'
import { Badge } from '#web/ui/page/badge.tsx'
import { CalendarDay, MomentDay } from '#web/ui/format/dates/calendar-day.tsx'
import { exactDecimal } from '#web/ui/format/numbers/decimal-format.ts'
import { Money, type MoneyStyle } from '#web/ui/format/numbers/money.tsx'
import { Email } from '#web/ui/format/email.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { exactPercent, percent } from '#web/ui/format/numbers/percent-format.ts'
import { useStore } from '#web/ui/store-context.ts'
import { choiceLabel, flagLabel } from '#web/records/names/entity-texts.ts'
import { currencyInStore } from '#web/records/data/currency-of.ts'
import { userName } from '#web/records/names/user-name.ts'
import { PhoneLink } from './phone-link.tsx'

import { RecordLink } from '#web/records/names/record-link.tsx'
import { RecordName } from '#web/records/names/record-name.tsx'
import classes from './record-value.module.css'
import { StatusBadge } from './status-badge.tsx'
import { useTable } from '#web/records/data/use-table.ts'
import { isMaintainedSum } from '#web/records/figures/use-whole-sums.ts'
import { WholeAmount } from '#web/records/figures/whole-amount.tsx'

export interface RecordValueProps {
  readonly entity: EntityName
  readonly row: AnyRow
  readonly field: string
  readonly money?: MoneyStyle | undefined
  readonly fallback?: ReactNode
  /** Names of other records are links to them. */
  readonly hasLinks?: true
}

export const valueCell =
  (entity: EntityName, field: string, options: Pick<RecordValueProps, 'money' | 'fallback'> = {}) =>
  ({ row }: { readonly row: { readonly original: AnyRow } }): ReactNode => (
    <RecordValue entity={entity} row={row.original} field={field} {...options} />
  )

export function RecordValue({ entity, row, field, money = 'short', fallback, hasLinks }: RecordValueProps) {
  const definition: Entity = registry[entity]
  const value = row[field]
  const storage = definition.fields[field]?.storage
  if (value === null || value === undefined || value === '')
    return fallback ?? i18next.t(isPercent(storage) ? 'common:notAvailable' : 'common:none')
  if (typeof value === 'boolean') {
    const label = flagLabel(entity, field, value)
    return value === definition.fields[field]?.default ? (
      label
    ) : (
      <Badge tone={value ? 'good' : 'neutral'}>{label}</Badge>
    )
  }
  if (typeof value !== 'string') return typeof value === 'number' ? count(value) : null
  if (isStatus(definition.fields[field]!)) return <StatusBadge entity={entity} status={value} />
  switch (storage?.kind) {
    case 'decimal':
      if (isMaintainedSum(entity, field)) return <WholeAmount entity={entity} row={row} field={field} money={money} />
      if (storage.unit === 'money') return <Amount entity={entity} row={row} amount={value} money={money} />
      if (storage.unit === 'percent')
        return storage.displayDecimals === undefined ? exactPercent(value) : percent(value)
      return <bdi dir="ltr">{exactDecimal(value)}</bdi>
    case 'date':
      return <CalendarDay date={value} />
    case 'moment':
      return <MomentDay at={value} />
    case 'reference': {
      const Reference = hasLinks ? RecordLink : RecordName
      return <Reference entity={storage.to as EntityName} id={value} fallback={storedTitle(definition, row, field)} />
    }
    case 'user':
      return <PersonName id={value} />
    case 'email':
      return <Email>{value}</Email>
    case 'choice':
      return <ChoiceText>{choiceLabel(entity, field, value)}</ChoiceText>
    case 'text':
      if (storage.holds === 'phone') return <PhoneLink phone={value} />
      return <Name>{choiceLabel(entity, field, value)}</Name>
    default:
      return <Name>{value}</Name>
  }
}

/** Wraps in a list, up to two lines. */
export const ChoiceText = ({ children }: { readonly children: string }) => (
  <span className={classes['choice']}>{children}</span>
)

const isPercent = (storage: Entity['fields'][string]['storage'] | undefined): boolean =>
  storage?.kind === 'decimal' && storage.unit === 'percent'

/** The name that the row itself stores for its `title` reference. */
const storedTitle = ({ title }: Entity, row: AnyRow, field: string): string | undefined =>
  title && 'via' in title && title.via === field && title.otherwise ? (row[title.otherwise] as string) : undefined

interface AmountProps extends Pick<RecordValueProps, 'entity' | 'row'> {
  readonly amount: string
  readonly money: MoneyStyle
}

function Amount({ entity, row, amount, money }: AmountProps) {
  return <Money as={money} amount={amount} currency={currencyInStore(useStore(), entity, row)} />
}

function PersonName({ id }: { readonly id: string }) {
  useTable('users')
  useTable('activities')
  return <Name>{userName(useStore(), id)}</Name>
}
