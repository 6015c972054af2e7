// Menu entries of a record's actions, dangerous ones last. An action the record does not allow stays, disabled.
import { Menu } from '@mantine/core'
import { Fragment } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import { useLinkTo } from '#web/ui/page/use-link-to.ts'
import { useStore } from '#web/ui/store-context.ts'
import type { Reach, RecordAction } from './record-action.ts'

interface ActionItemsProps {
  readonly row: AnyRow
  readonly actions: readonly RecordAction[]
  readonly reach: Reach
}

export function ActionItems({ row: anyRow, actions, reach }: ActionItemsProps) {
  const store = useStore()
  const linkTo = useLinkTo()
  const row = anyRow as Row<EntityName>
  const harmless = actions.filter(({ isDanger }) => !isDanger)
  const dangers = actions.filter(({ isDanger }) => isDanger)
  return [...harmless, ...dangers].map((action) => {
    const { id, icon: Icon, isDanger, isElsewhere } = action
    const look = { leftSection: <Icon size={18} stroke={1.6} />, ...(isDanger && { color: 'red' }) }
    const href = action.href?.(row)
    return (
      <Fragment key={id}>
        {action === dangers[0] && harmless.length > 0 && <Menu.Divider />}
        {href === undefined ? (
          <Menu.Item {...look} disabled={action.run === undefined} onClick={() => action.run?.(row, reach, store)}>
            {action.label()}
          </Menu.Item>
        ) : (
          <Menu.Item {...look} component="a" {...linkTo(href, isElsewhere)}>
            {action.label()}
          </Menu.Item>
        )}
      </Fragment>
    )
  })
}
