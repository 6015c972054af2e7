import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { type CreatableEntity, manyWord } from './entity-texts.ts'
import type { SearchProps } from './record-plan.ts'
import { RecordTab, type TabPlan } from './record-tab.tsx'
import classes from './record-tabs.module.css'
import { useMay } from './use-may.ts'

interface RecordTabsProps extends SearchProps {
  readonly id: string
  /** The label of the first tab, which shows the record itself. */
  readonly first: string
  readonly tabs: readonly TabPlan<CreatableEntity>[]
  readonly children: ReactNode
}

const own = 'own'

/** A record's details: the record itself, and one tab for each entity that belongs to it. */
export function RecordTabs({ id, first, tabs, search, setSearch, children }: RecordTabsProps) {
  return (
    <Tabs
      value={search.tab ?? own}
      onChange={(tab) => setSearch({ tab: !tab || tab === own ? undefined : tab, part: undefined })}
      keepMounted={false}
      classNames={{ list: classes['list'] ?? '', tab: classes['tab'] ?? '', panel: classes['panel'] ?? '' }}
    >
      <Tabs.List>
        <Tabs.Tab value={own}>{first}</Tabs.Tab>
        {tabs.map((of) => (
          <TabName key={of.entity} of={of} />
        ))}
      </Tabs.List>
      <Tabs.Panel value={own}>{children}</Tabs.Panel>
      {tabs.map((of) => (
        <Tabs.Panel key={of.entity} value={of.entity}>
          <RecordTab of={of} id={id} search={search} setSearch={setSearch} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

const TabName = ({ of }: { readonly of: TabPlan<CreatableEntity> }) =>
  useMay(of.entity, 'read') && <Tabs.Tab value={of.entity}>{manyWord(of.entity)}</Tabs.Tab>
