import { IconFilter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { preloadable } from '#web/ui/preloadable.tsx'
import type { FilterPanelProps } from './filter-panel.tsx'
import { PanelButton } from './panel-button.tsx'

const FilterPanel = preloadable(() => import('./filter-panel.tsx').then((each) => each.FilterPanel))
export const preloadFilters = FilterPanel.preload

export function FilterButton(props: FilterPanelProps) {
  const { t } = useTranslation('common')
  return (
    <PanelButton label={t('filter')} icon={IconFilter} panel={(close) => <FilterPanel {...props} onClose={close} />} />
  )
}
