import type { ReactNode } from 'react'
import { Fact, Facts } from '#web/ui/page/facts.tsx'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName } from '#schema/registry.ts'
import type { MoneyStyle } from '#web/ui/format/numbers/money.tsx'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { RecordValue } from './record-value.tsx'

interface RecordFactsProps {
  readonly entity: EntityName
  readonly row: AnyRow
  readonly fields: readonly string[]
  readonly money?: MoneyStyle
  readonly isMain?: true
  readonly children?: ReactNode
}

export const RecordFacts = ({ entity, row, fields, money = 'exact', isMain, children }: RecordFactsProps) => (
  <Facts isMain={isMain}>
    {fields.map((field) => (
      <Fact key={field} name={fieldLabel(entity, field)}>
        <RecordValue entity={entity} row={row} field={field} money={money} hasLinks />
      </Fact>
    ))}
    {children}
  </Facts>
)
