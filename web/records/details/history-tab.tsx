import i18next from 'i18next'
import type { EntityName } from '#schema/registry.ts'
import { RecordHistory } from '#web/records/history/record-history.tsx'
import type { Tab } from './record-tabs.tsx'

const historyTabs = new Map<EntityName, Tab>()

/** One object per entity, so that React keeps the tab. */
export function historyTab(entity: EntityName): Tab {
  const cached = historyTabs.get(entity)
  if (cached) return cached
  const tab: Tab = {
    id: 'history',
    label: () => i18next.t('common:history'),
    component: ({ id }) => <RecordHistory entity={entity} id={id} />,
  }
  historyTabs.set(entity, tab)
  return tab
}
