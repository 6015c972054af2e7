import { Button, Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import i18next from 'i18next'
import { type AnyRow, type Entity, statusFieldOf } from '#schema/kernel/entity.ts'
import { type EntityName, registry } from '#schema/registry.ts'
import { useLinkTo } from '#web/ui/page/use-link-to.ts'
import { Name } from '#web/ui/format/name.tsx'
import { RowBadge } from '#web/ui/table/row-badge.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { ActionMenu } from '#web/records/actions/action-menu.tsx'
import { titleReaderOf } from '#web/records/data/read-any.ts'
import { type RecordAction, applicableActions } from '#web/records/actions/record-action.ts'
import type { DetailsProps } from '#web/records/list/record-plan.ts'
import { useFittingButtons } from './use-fitting.ts'
import { historyTab } from './history-tab.tsx'
import { RecordTabs, type Tab } from './record-tabs.tsx'
import { recordTitle } from '#web/records/names/record-title.ts'
import { StatusBadge } from '#web/records/columns/status-badge.tsx'
import { useRowBadge } from '#web/records/data/use-table.ts'

interface RecordDetailsProps<Of extends EntityName> extends Omit<DetailsProps<Of>, 'facts'> {
  readonly entity: Of
  readonly heading?: ReactNode
  readonly tabs?: readonly Tab[]
  readonly children: ReactNode
}

/** More buttons would hide which are the main ones. */
const maxButtons = 5

const keyOf = ({ id, label }: RecordAction): string => `${id} ${label()}`

export function RecordDetails<Of extends EntityName>(props: RecordDetailsProps<Of>) {
  const { entity, row, heading, tabs: customTabs = [], actions, reach, search, setSearch, children } = props
  const store = useStore()
  const tabs = (registry[entity] as Entity).hasActivity ? [...customTabs, historyTab(entity)] : customTabs
  const badge = useRowBadge(entity, row.id)
  const status = (row as AnyRow)[statusFieldOf(registry[entity]) ?? '']
  const applicable = applicableActions(entity, actions, row, store).filter(
    (each) => !each.href || each.href(row) !== undefined,
  )
  const buttonCandidates = applicable.length > maxButtons ? applicable.filter(({ isMain }) => isMain) : applicable
  const { container, fitting } = useFittingButtons(
    buttonCandidates.toSorted(mainFirst).map((each) => keyOf(each as RecordAction)),
    buttonCandidates.length < applicable.length,
  )
  const isButton = (action: RecordAction) => fitting.includes(keyOf(action))
  const inMenu = applicable.filter((each) => !isButton(each as RecordAction))
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" ref={container}>
        <Stack gap={4} miw={0} flex="1 1 16rem">
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
        <Group gap="xs">
          {applicable
            .filter((action) => !inMenu.includes(action))
            .map((action) => (
              <ActionButton
                key={action.id}
                action={action}
                fit={keyOf(action as RecordAction)}
                onClick={() => action.run?.(row, reach, store)}
                href={action.href?.(row)}
              />
            ))}
          {inMenu.length > 0 && <ActionMenu entity={entity} row={row} actions={inMenu} reach={reach} />}
        </Group>
      </Group>
      {tabs.length > 0 ? (
        <RecordTabs id={row.id} first={i18next.t('common:summary')} tabs={tabs} search={search} setSearch={setSearch}>
          {children}
        </RecordTabs>
      ) : (
        children
      )}
    </Stack>
  )
}

const mainFirst = (one: { readonly isMain?: true }, other: { readonly isMain?: true }): number =>
  Number(other.isMain ?? false) - Number(one.isMain ?? false)

interface ActionButtonProps {
  readonly action: RecordAction
  readonly fit: string
  readonly onClick: () => void
  readonly href: string | undefined
}

function ActionButton({ action, fit, onClick, href }: ActionButtonProps) {
  const linkTo = useLinkTo()
  const { icon: Icon, label, isDanger, opensNewTab } = action
  const buttonProps = {
    'data-fit': fit,
    leftSection: <Icon size={18} stroke={1.6} aria-hidden="true" />,
    ...(isDanger ? ({ variant: 'subtle', color: 'red' } as const) : ({ variant: 'default' } as const)),
  }
  if (href !== undefined)
    return (
      <Button {...buttonProps} component="a" {...linkTo(href, opensNewTab)}>
        {label()}
      </Button>
    )
  return (
    action.run && (
      <Button {...buttonProps} onClick={onClick}>
        {label()}
      </Button>
    )
  )
}
