import { Button } from '@mantine/core'
import { IconCheckbox, IconDots, IconDownload } from '@tabler/icons-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntityName, Row } from '#schema/registry.ts'
import type { ColumnPlans } from '#web/records/columns/record-columns.tsx'
import { type Selection, useSelectedIds } from '#web/records/data/selection.ts'
import type { ViewRows } from '#web/records/data/use-view.ts'
import { useAriaKeys, useCommand } from '#web/ui/commands/registered-commands.ts'
import { MenuButton } from '#web/ui/overlay/popovers/menu-button.tsx'
import { useIsPhone } from '#web/ui/table/use-is-phone.ts'
import { preloadable } from '#web/ui/preloadable.tsx'
import type { Tool } from './tool-items.tsx'
import { useExport } from './use-export.ts'

const ToolItems = preloadable(() => import('./tool-items.tsx').then((each) => each.ToolItems))
export const preloadToolItems = ToolItems.preload

interface ListToolsProps<Name extends EntityName> {
  readonly entity: Name
  readonly columns: ColumnPlans<Name>
  readonly isShown: (column: string) => boolean
  readonly shown: Pick<ViewRows<Row<Name>>, 'rows' | 'scan'>
  readonly selection: Selection
}

/** On phones a menu: they have no room for more buttons. */
export function ListTools<Name extends EntityName>({
  entity,
  columns,
  isShown,
  shown,
  selection,
}: ListToolsProps<Name>) {
  const { t } = useTranslation('common')
  const isPhone = useIsPhone()
  const isSelecting = useSelectedIds(selection) !== null
  const save = useExport(entity, columns, isShown)
  const hasRows = shown.rows.length > 0
  const select: Tool = {
    icon: IconCheckbox,
    label: t('select'),
    keys: useAriaKeys('select'),
    isPressed: isSelecting,
    isPossible: isSelecting || hasRows,
    run: isSelecting ? selection.end : selection.start,
  }
  const download: Tool = {
    icon: IconDownload,
    label: t('export'),
    isPossible: hasRows && save !== undefined,
    run: () => save?.(shown.scan()),
  }
  useCommand({
    id: 'export',
    group: 'list',
    icon: download.icon,
    label: () => download.label,
    isAvailable: () => download.isPossible,
    run: download.run,
  })
  const tools = [select, download]
  return isPhone ? (
    <ToolMenu label={t('actions')} tools={tools} />
  ) : (
    tools.map((tool) => <ToolButton key={tool.label} {...tool} />)
  )
}

const ToolButton = ({ icon: Icon, label, isPressed, isPossible, keys, run }: Tool) => (
  <Button
    variant="default"
    data-tool
    data-rare
    data-hint={label}
    leftSection={<Icon size={18} stroke={1.6} aria-hidden="true" />}
    aria-pressed={isPressed}
    aria-keyshortcuts={keys}
    disabled={!isPossible}
    onClick={run}
  >
    {label}
  </Button>
)

function ToolMenu({ label, tools }: { readonly label: string; readonly tools: readonly Tool[] }) {
  const Items = useCallback(() => <ToolItems tools={tools} />, [tools])
  return (
    <MenuButton
      position="bottom-end"
      width={220}
      items={Items}
      target={(props) => (
        <Button
          variant="default"
          data-tool
          data-hint={label}
          leftSection={<IconDots size={18} stroke={1.6} aria-hidden="true" />}
          {...props}
        >
          {label}
        </Button>
      )}
    />
  )
}
