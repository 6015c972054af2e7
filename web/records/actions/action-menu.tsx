import { IconDotsVertical } from '@tabler/icons-react'
import i18next from 'i18next'
import { useCallback } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName } from '#schema/registry.ts'
import { IconButton } from '#web/ui/page/icon-button.tsx'
import { MenuButton } from '#web/ui/overlay/popovers/menu-button.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { titleReaderOf } from '#web/records/data/read-any.ts'
import type { RecordNavigation, RecordAction } from './record-action.ts'
import { recordTitle } from '#web/records/names/record-title.ts'

const ActionItems = preloadable(() => import('./action-items.tsx').then((each) => each.ActionItems))
export const preloadActionItems = ActionItems.preload

interface ActionMenuProps {
  readonly entity: EntityName
  readonly row: AnyRow
  readonly actions: readonly RecordAction[]
  readonly navigation: RecordNavigation
}

export function ActionMenu({ entity, row, actions, navigation }: ActionMenuProps) {
  const Items = useCallback(
    () => <ActionItems row={row} actions={actions} navigation={navigation} />,
    [row, actions, navigation],
  )
  const label = i18next.t('common:actionsOf', { name: recordTitle(entity, row, titleReaderOf(useStore())) })
  return (
    <MenuButton
      position="bottom-end"
      width={220}
      items={Items}
      target={(props) => <IconButton icon={IconDotsVertical} label={label} {...props} />}
    />
  )
}
