import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { RowList } from '#web/store/base/contract.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'

interface SimilarRowsProps<R extends AnyRow> {
  readonly rows: RowList<R>
  readonly columns: readonly Column<R>[]
  readonly selected: string | undefined
}

export function SimilarRows<R extends AnyRow>({ rows, columns, selected }: SimilarRowsProps<R>) {
  const { t } = useTranslation('common')
  return (
    <>
      <output data-similar>
        <Title order={2} size="h5">
          {t('similar')}
        </Title>
      </output>
      <DataTable label={t('similar')} rows={rows} columns={columns} selected={selected} />
    </>
  )
}
