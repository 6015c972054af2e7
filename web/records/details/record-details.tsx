import { Button, Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import i18next from 'i18next'
import { type AnyRow, type Entity, statusFieldOf } from '#schema/kernel/entity.ts'
import { type EntityName, registry } from '#schema/registry.ts'
import { ariaKeys } from '#web/ui/commands/key-names.ts'
import { useLinkTo } from '#web/ui/page/use-link-to.ts'
import { Name } from '#web/ui/format/name.tsx'
import { RowBadge } from '#web/ui/table/row-badge.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { ActionMenu } from '#web/records/actions/action-menu.tsx'
import { titleReaderOf } from '#web/records/data/read-any.ts'
import { type RecordAction, applicableActions } from '#web/records/actions/record-action.ts'
import type { DetailsProps } from '#web/records/list/record-plan.ts'
import { historyTab } from './history-tab.tsx'
import { PrintedTabs, RecordTabs, type Tab } from './record-tabs.tsx'
import { recordTitle } from '#web/records/names/record-title.ts'
import { StatusBadge } from '#web/records/columns/status-badge.tsx'
import { useRowBadge } from '#web/records/data/use-table.ts'

interface RecordDetailsProps<Of extends EntityName> extends Omit<DetailsProps<Of>, 'facts'> {
  readonly entity: Of
  readonly heading?: ReactNode
  readonly tabs?: readonly Tab[]
  readonly children: ReactNode
}

export function RecordDetails<Of extends EntityName>(props: RecordDetailsProps<Of>) {
  const {
    entity,
    row,
    heading,
    tabs: customTabs = [],
    actions,
    navigation,
    isPrinted,
    search,
    setSearch,
    children,
  } = props
  const store = useStore()
  const tabs = (registry[entity] as Entity).hasActivity ? [...customTabs, historyTab(entity)] : customTabs
  const badge = useRowBadge(entity, row.id)
  const status = (row as AnyRow)[statusFieldOf(registry[entity]) ?? '']
  const applicable = applicableActions(entity, actions, row, store).filter(
    (each) => !each.href || each.href(row) !== undefined,
  )
  const main = applicable.find(({ isMain }) => isMain) ?? applicable.find(({ isDanger }) => !isDanger)
  const others = applicable.filter((each) => each !== main)
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={4} miw={0}>
          <Title order={2} style={{ overflowWrap: 'anywhere' }}>
            {heading ?? <Name>{recordTitle(entity, row, titleReaderOf(store))}</Name>}
          </Title>
          {(typeof status === 'string' || badge) && (
            <Group gap="xs">
              {typeof status === 'string' && <StatusBadge entity={entity} status={status} />}
              {badge && <RowBadge badge={badge} />}
            </Group>
          )}
        </Stack>
        <Group gap={4} wrap="nowrap" flex="none">
          {main && !isPrinted && (
            <MainAction action={main} onClick={() => main.run?.(row, navigation, store)} href={main.href?.(row)} />
          )}
          {others.length > 0 && !isPrinted && (
            <ActionMenu entity={entity} row={row} actions={others} navigation={navigation} />
          )}
        </Group>
      </Group>
      {isPrinted ? (
        <PrintedTabs id={row.id} tabs={tabs} search={search} setSearch={setSearch}>
          {children}
        </PrintedTabs>
      ) : tabs.length > 0 ? (
        <RecordTabs id={row.id} first={i18next.t('common:summary')} tabs={tabs} search={search} setSearch={setSearch}>
          {children}
        </RecordTabs>
      ) : (
        children
      )}
    </Stack>
  )
}

interface MainActionProps {
  readonly action: RecordAction
  readonly onClick: () => void
  readonly href: string | undefined
}

function MainAction({ action, onClick, href }: MainActionProps) {
  const linkTo = useLinkTo()
  const { icon: Icon, label, keys, opensNewTab } = action
  const leftSection = <Icon size={18} stroke={1.6} aria-hidden="true" />
  if (href === undefined)
    return (
      <Button variant="light" leftSection={leftSection} aria-keyshortcuts={keys && ariaKeys(keys)} onClick={onClick}>
        {label()}
      </Button>
    )
  return (
    <Button variant="light" leftSection={leftSection} component="a" {...linkTo(href, opensNewTab)}>
      {label()}
    </Button>
  )
}
