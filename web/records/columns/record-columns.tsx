// The columns of a list, as data. Defaults follow from each field's kind.
import i18next from 'i18next'
import type { ReactNode } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import type { ReadAny } from '#schema/rules.ts'
import type { SortBy } from '#web/store/base/contract.ts'
import type { MoneyStyle } from '#web/ui/format/numbers/money.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { type Column, type ColumnMeta, columnsOf } from '#web/ui/table/table-columns.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { isFigure } from '#web/records/figures/is-figure.ts'
import type { FieldOf } from '#web/records/form/form-of.ts'
import type { Sorts } from '#web/records/data/list-options.ts'
import { PrimaryCell } from './primary-cell.tsx'
import { fieldOrder, titleOrder } from '#web/records/names/record-order.ts'
import { RecordValue, valueCell } from './record-value.tsx'
import { recordTitle } from '#web/records/names/record-title.ts'

type Layout = Pick<ColumnMeta, 'width' | 'hideBelow'>

export interface FieldColumn<Noun extends EntityName> extends Layout {
  readonly field: FieldOf<Noun>
  readonly money?: MoneyStyle
  readonly otherwise?: ReactNode
  readonly cell?: (row: Row<Noun>) => ReactNode
}

export interface CustomColumn<Noun extends EntityName> extends Layout {
  readonly id: string
  readonly header: () => string
  readonly cell: (row: Row<Noun>) => ReactNode
  readonly sort?: SortBy<Row<Noun>>
  readonly align?: ColumnMeta['align']
  /** The exported value; without it the column is not exported. */
  readonly text?: (row: Row<Noun>, read: ReadAny) => string | number | null
}

export interface PrimaryColumn<Noun extends EntityName> {
  readonly called?: FieldOf<Noun>
  readonly about?: (row: Row<Noun>) => ReactNode
  readonly wraps?: 'name' | 'about'
  readonly badge?: (row: Row<Noun>) => ReactNode
}

export interface ColumnPlans<Noun extends EntityName> {
  readonly primary: PrimaryColumn<Noun>
  readonly others: readonly (FieldColumn<Noun> | CustomColumn<Noun>)[]
}

/** Sort functions by column. The caller keeps them, so that views can share an order. */
export function sortsOf<Noun extends EntityName>(entity: Noun, plans: ColumnPlans<Noun>): Sorts<Row<Noun>> {
  const sorts = plans.others.map((plan) => ['field' in plan ? plan.field : plan.id, sortOf(entity, plan)] as const)
  const { called } = plans.primary
  const byName = called ? fieldOrder(entity, called) : titleOrder(entity)
  return Object.fromEntries([['name', byName], ...sorts.filter(([, sort]) => sort)]) as never
}

const sortOf = <Noun extends EntityName>(entity: Noun, plan: FieldColumn<Noun> | CustomColumn<Noun>) =>
  'field' in plan ? fieldOrder(entity, plan.field) : plan.sort

export interface RowOpening<Noun extends EntityName> {
  readonly opens: string
  readonly open: (row: Row<Noun>) => void
}

export function columnsFrom<Noun extends EntityName>(
  entity: Noun,
  { primary, others }: ColumnPlans<Noun>,
  opening: RowOpening<Noun> | null,
): readonly Column<Row<Noun>>[] {
  const helper = columnsOf<Row<Noun>>()
  const { called, about, wraps, badge } = primary
  const first = helper.display({
    id: 'name',
    header: called ? fieldLabel(entity, called) : i18next.t('common:name'),
    meta: { sortable: true },
    cell: ({ row: { original: row } }) => (
      <PrimaryCell
        entity={entity}
        id={row.id}
        title={called ? valueOf(entity, row, called) : <Name>{recordTitle(entity, row)}</Name>}
        about={about?.(row)}
        wraps={wraps}
        badge={badge?.(row)}
        {...(opening && { opens: opening.opens, onOpen: () => opening.open(row) })}
      />
    ),
  })
  return [first, ...others.map((plan) => helper.display(columnOf(entity, plan)))] as readonly Column<Row<Noun>>[]
}

const valueOf = (entity: EntityName, row: AnyRow, field: string): ReactNode => (
  <RecordValue entity={entity} row={row} field={field} />
)

function columnOf<Noun extends EntityName>(entity: Noun, plan: FieldColumn<Noun> | CustomColumn<Noun>) {
  const { width, hideBelow } = plan
  const layout = { ...(width && { width }), ...(hideBelow && { hideBelow }) }
  if (!('field' in plan))
    return {
      id: plan.id,
      header: plan.header(),
      meta: { ...layout, sortable: plan.sort !== undefined, ...(plan.align && { align: plan.align }) },
      cell: ({ row }: { readonly row: { readonly original: Row<Noun> } }) => plan.cell(row.original),
    }
  const { field, money, otherwise, cell } = plan
  return {
    id: field as string,
    header: fieldLabel(entity, field),
    meta: { ...layout, sortable: true, ...(isFigure(entity, field) && { align: 'figure' as const }) },
    cell: cell
      ? ({ row }: { readonly row: { readonly original: Row<Noun> } }) => cell(row.original)
      : valueCell(entity, field, { money, otherwise }),
  }
}
