import { IconArrowsSort } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { preloadable } from '#web/ui/preloadable.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { PanelButton } from './panel-button.tsx'
import type { SortPanelProps } from './sort-panel.tsx'

const SortPanel = preloadable(() => import('./sort-panel.tsx').then((each) => each.SortPanel))

interface SortButtonProps<R extends AnyRow> extends Omit<SortPanelProps, 'columns' | 'onClose'> {
  readonly columns: readonly Column<R>[]
}

export function SortButton<R extends AnyRow>({ columns, ...sort }: SortButtonProps<R>) {
  const { t } = useTranslation('common')
  const sortable = columns.flatMap(({ id, header, meta }) =>
    meta?.sortable ? [{ id: id!, label: header as string }] : [],
  )
  return (
    <PanelButton
      label={t('sort')}
      icon={IconArrowsSort}
      panel={(close) => <SortPanel columns={sortable} {...sort} onClose={close} />}
    />
  )
}
