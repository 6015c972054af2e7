import { Tabs } from '@mantine/core'
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { useStore } from '#web/ui/store-context.ts'
import { hasRight, type Right } from '#web/records/actions/record-action.ts'
import type { SearchProps } from '#web/records/list/record-plan.ts'
import classes from './record-tabs.module.css'

export interface Tab {
  readonly id: string
  readonly label: () => string
  readonly needs?: Right
  readonly component: ComponentType<TabProps>
}

export interface TabProps extends SearchProps {
  readonly id: string
}

interface PrintedTabsProps extends TabProps {
  readonly tabs: readonly Tab[]
  readonly children: ReactNode
}

interface RecordTabsProps extends PrintedTabsProps {
  readonly first: string
}

const summaryTab = 'own'

export function RecordTabs({ id, first, tabs: all, search, setSearch, children }: RecordTabsProps) {
  const { identity } = useStore()
  const tabs = all.filter(({ needs }) => hasRight(identity, needs))
  // The address may name a tab that this person or record does not have.
  const isAvailable = tabs.some((tab) => tab.id === search.tab)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [search.tab])
  return (
    <Tabs
      value={(isAvailable && search.tab) || summaryTab}
      onChange={(tab) => setSearch({ tab: !tab || tab === summaryTab ? undefined : tab, part: undefined })}
      keepMounted={false}
      classNames={{ list: classes['list'] ?? '', tab: classes['tab'] ?? '', panel: classes['panel'] ?? '' }}
    >
      <div className={classes['room']}>
        <Tabs.List ref={list}>
          <Tabs.Tab value={summaryTab}>{first}</Tabs.Tab>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab.id} value={tab.id}>
              {tab.label()}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      <Tabs.Panel value={summaryTab}>{children}</Tabs.Panel>
      {tabs.map(({ id: tab, component: Content }) => (
        <Tabs.Panel key={tab} value={tab}>
          <Content id={id} search={search} setSearch={setSearch} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

export function PrintedTabs({ tabs, children, ...props }: PrintedTabsProps) {
  const { identity } = useStore()
  return (
    <>
      {children}
      {tabs.map(({ id, needs, component: Content }) => hasRight(identity, needs) && <Content key={id} {...props} />)}
    </>
  )
}
