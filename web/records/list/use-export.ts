import { useTranslation } from 'react-i18next'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName } from '#schema/registry.ts'
import type { ColumnPlans } from '#web/records/columns/record-columns.tsx'
import { readerOf } from '#web/records/data/read-any.ts'
import { useWholeSums } from '#web/records/figures/use-whole-sums.ts'
import { pluralName } from '#web/records/names/entity-texts.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { useStore } from '#web/ui/store-context.ts'
import { csvColumns, csvOf } from './list-csv.ts'
import { saveCsv } from './save-csv.ts'

/** Undefined until the sums are known. */
export function useExport<Name extends EntityName>(
  entity: Name,
  columns: ColumnPlans<Name>,
  isShown: (column: string) => boolean,
): ((rows: Iterable<AnyRow>) => void) | undefined {
  const { t } = useTranslation('common')
  const store = useStore()
  const today = useToday()
  const whole = useWholeSums(entity)
  if (!whole) return undefined
  return (rows) => {
    const cells = csvColumns(entity, columns, isShown, readerOf(store), whole)
    const texts = { saved: t('listExported'), failed: t('listNotExported') }
    void saveCsv(`${pluralName(entity)} ${today}`, csvOf(rows, cells), texts)
  }
}
