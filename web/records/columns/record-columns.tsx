import i18next from 'i18next'
import type { ReactNode } from 'react'
import type { AnyRow, Entity } from '#schema/kernel/entity.ts'
import { type EntityName, registry, type Row } from '#schema/registry.ts'
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

type Layout = Pick<ColumnMeta, 'width' | 'minRem' | 'drops' | 'needsLabel'>

export interface FieldColumn<Of extends EntityName> extends Layout {
  readonly field: FieldOf<Of>
  readonly money?: MoneyStyle
  readonly fallback?: ReactNode
  readonly cell?: (row: Row<Of>) => ReactNode
}

export interface CustomColumn<Of extends EntityName> extends Layout {
  readonly id: string
  readonly header: () => string
  readonly cell: (row: Row<Of>) => ReactNode
  readonly sort?: SortBy<Row<Of>>
  readonly align?: ColumnMeta['align']
  /** Without it the column is not exported. */
  readonly text?: (row: Row<Of>, read: ReadAny) => string | number | null
}

export interface PrimaryColumn<Of extends EntityName> {
  readonly nameField?: FieldOf<Of>
  readonly about?: (row: Row<Of>) => ReactNode
  readonly wraps?: 'name' | 'about'
  readonly badge?: (row: Row<Of>) => ReactNode
}

export interface ColumnPlans<Of extends EntityName> {
  readonly primary: PrimaryColumn<Of>
  readonly others: readonly (FieldColumn<Of> | CustomColumn<Of>)[]
}

/** The caller keeps them, so that views can share an order. */
export function sortsOf<Of extends EntityName>(entity: Of, plans: ColumnPlans<Of>): Sorts<Row<Of>> {
  const sorts = plans.others.flatMap((plan) => {
    const sort = sortOf(entity, plan)
    return sort ? [['field' in plan ? plan.field : plan.id, sort] as const] : []
  })
  const { nameField } = plans.primary
  const byName = nameField ? fieldOrder(entity, nameField) : titleOrder(entity)
  return Object.fromEntries([['name', byName], ...sorts])
}

const sortOf = <Of extends EntityName>(entity: Of, plan: FieldColumn<Of> | CustomColumn<Of>) =>
  'field' in plan ? fieldOrder(entity, plan.field) : plan.sort

export interface RowOpening<Of extends EntityName> {
  readonly opens: string
  readonly open: (row: Row<Of>) => void
}

export function columnsFrom<Of extends EntityName>(
  entity: Of,
  { primary, others }: ColumnPlans<Of>,
  opening: RowOpening<Of> | null,
): readonly Column<Row<Of>>[] {
  const helper = columnsOf<Row<Of>>()
  const { nameField, about, wraps, badge } = primary
  const first = helper.display({
    id: 'name',
    header: nameField ? fieldLabel(entity, nameField) : i18next.t('common:name'),
    meta: { sortable: true },
    cell: ({ row: { original: row } }) => (
      <PrimaryCell
        entity={entity}
        id={row.id}
        title={nameField ? valueOf(entity, row, nameField) : <Name>{recordTitle(entity, row)}</Name>}
        about={about?.(row)}
        wraps={wraps}
        badge={badge?.(row)}
        {...(opening && { opens: opening.opens, onOpen: () => opening.open(row) })}
      />
    ),
  })
  return [first, ...others.map((plan) => helper.display(columnOf(entity, plan)))] as readonly Column<Row<Of>>[]
}

const valueOf = (entity: EntityName, row: AnyRow, field: string): ReactNode => (
  <RecordValue entity={entity} row={row} field={field} />
)

const isNumberOrDate = (entity: EntityName, field: string): boolean =>
  ['decimal', 'integer', 'date', 'moment'].includes((registry[entity] as Entity).fields[field]!.storage.kind)

function columnOf<Of extends EntityName>(entity: Of, plan: FieldColumn<Of> | CustomColumn<Of>) {
  const { width, minRem, drops, needsLabel } = plan
  const columnLayout = { ...(width && { width }), ...(minRem && { minRem }), ...(drops && { drops }) }
  if (!('field' in plan))
    return {
      id: plan.id,
      header: plan.header(),
      meta: {
        ...columnLayout,
        sortable: plan.sort !== undefined,
        needsLabel: needsLabel ?? false,
        ...(plan.align && { align: plan.align }),
      },
      cell: ({ row }: { readonly row: { readonly original: Row<Of> } }) => plan.cell(row.original),
    }
  const { field, money, fallback, cell } = plan
  return {
    id: field as string,
    header: fieldLabel(entity, field),
    meta: {
      ...columnLayout,
      sortable: true,
      needsLabel: needsLabel ?? isNumberOrDate(entity, field),
      ...(isFigure(entity, field) && { align: 'figure' as const }),
    },
    cell: cell
      ? ({ row }: { readonly row: { readonly original: Row<Of> } }) => cell(row.original)
      : valueCell(entity, field, { money, fallback }),
  }
}
