import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName } from '#schema/registry.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { useCommand } from '#web/ui/commands/registered-commands.ts'
import { useStore } from '#web/ui/store-context.ts'
import { pluralName } from '#web/records/names/entity-texts.ts'
import { csvColumns, csvOf } from './list-csv.ts'
import { readerOf } from '#web/records/data/read-any.ts'
import type { ColumnPlans } from '#web/records/columns/record-columns.tsx'
import { saveCsv } from './save-csv.ts'
import type { ViewRows } from '#web/records/data/use-view.ts'
import { useWholeSums } from '#web/records/figures/use-whole-sums.ts'

interface ExportListProps<Name extends EntityName> {
  readonly entity: Name
  readonly columns: ColumnPlans<Name>
  readonly isShown: (column: string) => boolean
  readonly shown: Pick<ViewRows<AnyRow>, 'rows' | 'scan'>
}

export function ExportList<Name extends EntityName>({ entity, columns, isShown, shown }: ExportListProps<Name>) {
  const { t } = useTranslation('common')
  const store = useStore()
  const today = useToday()
  const whole = useWholeSums(entity)
  const save = () => {
    if (!whole) return
    const cells = csvColumns(entity, columns, isShown, readerOf(store), whole)
    const texts = { saved: t('listExported'), failed: t('listNotExported') }
    void saveCsv(`${pluralName(entity)} ${today}`, csvOf(shown.scan(), cells), texts)
  }
  const isPossible = shown.rows.length > 0 && whole !== undefined
  const label = t('export')
  useCommand({
    id: 'export',
    group: 'list',
    icon: IconDownload,
    label: () => label,
    isAvailable: () => isPossible,
    run: save,
  })
  return (
    <Button
      variant="default"
      data-tool
      data-rare
      data-hint={label}
      leftSection={<IconDownload size={18} stroke={1.6} aria-hidden="true" />}
      disabled={!isPossible}
      onClick={save}
    >
      {label}
    </Button>
  )
}
