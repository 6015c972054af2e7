// Dangerous actions come last. One that the record does not allow stays, disabled.
import { Menu } from '@mantine/core'
import { Fragment } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import { ariaKeys } from '#web/ui/commands/key-names.ts'
import { useLinkTo } from '#web/ui/page/use-link-to.ts'
import { useStore } from '#web/ui/store-context.ts'
import type { RecordNavigation, RecordAction } from './record-action.ts'

interface ActionItemsProps {
  readonly row: AnyRow
  readonly actions: readonly RecordAction[]
  readonly navigation: RecordNavigation
}

export function ActionItems({ row: anyRow, actions, navigation }: ActionItemsProps) {
  const store = useStore()
  const linkTo = useLinkTo()
  const row = anyRow as Row<EntityName>
  const harmless = actions.filter(({ isDanger }) => !isDanger)
  const dangerous = actions.filter(({ isDanger }) => isDanger)
  return [...harmless, ...dangerous].map((action) => {
    const { id, icon: Icon, isDanger, opensNewTab } = action
    const itemProps = { leftSection: <Icon size={18} stroke={1.6} />, ...(isDanger && { color: 'red' }) }
    const href = action.href?.(row)
    return (
      <Fragment key={id}>
        {action === dangerous[0] && harmless.length > 0 && <Menu.Divider />}
        {href === undefined ? (
          <Menu.Item
            {...itemProps}
            disabled={action.run === undefined}
            aria-keyshortcuts={action.keys && ariaKeys(action.keys)}
            onClick={() => action.run?.(row, navigation, store)}
          >
            {action.label()}
          </Menu.Item>
        ) : (
          <Menu.Item {...itemProps} component="a" {...linkTo(href, opensNewTab)}>
            {action.label()}
          </Menu.Item>
        )}
      </Fragment>
    )
  })
}
