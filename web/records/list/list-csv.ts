// Choices and references are text as shown; amounts and dates are as stored, for use in programs.
import { csvLine, byteOrderMark } from '#schema/kernel/csv.ts'
import type { AnyRow, Entity } from '#schema/kernel/entity.ts'
import { type EntityName, registry, type Row } from '#schema/registry.ts'
import i18next from 'i18next'
import type { ReadAny } from '#schema/rules.ts'
import { recordNameOf } from '#schema/records/record-name.ts'
import { rowsPerStep } from '#schema/kernel/steps.ts'
import { currencyOf } from '#web/records/data/currency-of.ts'
import { choiceText } from '#web/records/names/choice-text.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { isMoneyIn } from '#web/records/figures/is-money-in.ts'
import type { ColumnPlans } from '#web/records/columns/record-columns.tsx'
import { recordTitle } from '#web/records/names/record-title.ts'
import type { WholeSums } from '#web/records/figures/use-whole-sums.ts'

interface CsvColumn {
  readonly heading: string
  readonly cell: (row: AnyRow) => unknown
}

/** `isShown` is not called for the first column. */
export function csvColumns<Name extends EntityName>(
  entity: Name,
  { primary, others }: ColumnPlans<Name>,
  isShown: (column: string) => boolean,
  read: ReadAny,
  whole: WholeSums,
): readonly CsvColumn[] {
  const { fields }: Entity = registry[entity]
  const ofField = (field: string): CsvColumn => {
    const storage = fields[field]?.storage
    const heading = fieldLabel(entity, field)
    if (storage?.kind !== 'reference')
      return { heading: heading, cell: (row) => choiceText(entity, field, row[field]) ?? row[field] }
    return { heading: heading, cell: (row) => nameOf(storage.to as EntityName, row[field], row) }
  }
  const { title }: Entity = registry[entity]
  const nameOf = (to: EntityName, id: unknown, row: AnyRow): unknown => {
    const other = typeof id === 'string' ? (read(to, id) as AnyRow | undefined) : undefined
    if (other) return recordNameOf(to, other, read)
    return id !== null && title && 'via' in title && title.otherwise ? row[title.otherwise] : null
  }
  const first = primary.nameField
    ? ofField(primary.nameField)
    : { heading: i18next.t('common:name'), cell: (row: AnyRow) => recordTitle(entity, row, read) }
  /** Amounts without a rate get a column of their own, so that none is lost. */
  const ofMaintainedSum = (field: string): readonly CsvColumn[] => [
    { heading: fieldLabel(entity, field), cell: (row) => whole.sumOf(row, field).amount },
    {
      heading: i18next.t('common:notConverted', { field: fieldLabel(entity, field) }),
      cell: (row) =>
        whole
          .sumOf(row, field)
          .missing.map(({ amount, currency }) => `${amount} ${currency}`)
          .join(', '),
    },
  ]
  const shown = others.filter((plan) => isShown('field' in plan ? plan.field : plan.id))
  const columns = shown.flatMap((plan): readonly CsvColumn[] => {
    if ('field' in plan && whole.fields.has(plan.field)) return ofMaintainedSum(plan.field)
    if ('field' in plan) return [ofField(plan.field)]
    const { text } = plan
    return text ? [{ heading: plan.header(), cell: (row) => text(row as Row<Name>, read) }] : []
  })
  const hasAmount = shown.some((plan) => 'field' in plan && isMoneyIn(entity, plan.field))
  const currency = {
    heading: i18next.t('common:currency'),
    cell: (row: AnyRow) => currencyOf(entity, row, read) ?? whole.currency,
  }
  return [first, ...columns, ...(hasAmount ? [currency] : [])]
}

export function* csvOf(rows: Iterable<AnyRow>, columns: readonly CsvColumn[]): Generator<undefined, string> {
  const parts = [byteOrderMark, csvLine(columns.map(({ heading }) => heading))]
  let at = 0
  for (const row of rows) {
    parts.push(csvLine(columns.map(({ cell }) => cellText(cell(row)))))
    if (++at % rowsPerStep === 0) yield
  }
  return parts.join('')
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
