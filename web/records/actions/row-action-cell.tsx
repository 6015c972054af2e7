import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import { ariaKeys } from '#web/ui/commands/key-names.ts'
import { IconButton, IconLink } from '#web/ui/page/icon-button.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { columnsOf } from '#web/ui/table/table-columns.ts'
import { RowActions } from '#web/ui/table/row-actions.tsx'
import { ActionMenu } from './action-menu.tsx'
import { type RecordNavigation, type RecordAction, applicableActions } from './record-action.ts'

interface RowActionCellProps {
  readonly entity: EntityName
  readonly row: AnyRow
  readonly actions: readonly RecordAction[]
  readonly navigation: RecordNavigation
}

/** More icons of finger size would leave no room for the row's text. */
const maxIcons = 3
export const isMenu = (actions: readonly RecordAction[]): boolean => actions.length > maxIcons

/** The column's heading needs this width even above a single icon. */
export const widthOfActions = (actions: readonly RecordAction[]): string =>
  isMenu(actions) || actions.length === 1 ? '5.25rem' : `max(5.25rem, ${actions.length} * var(--target) + 1rem)`

export function RowActionCell({ entity, row, actions, navigation }: RowActionCellProps) {
  const applicable = applicableActions(entity, actions, row as Row<EntityName>, useStore())
  if (applicable.length === 0) return null
  return (
    <RowActions>
      {isMenu(actions) ? (
        <ActionMenu entity={entity} row={row} actions={applicable} navigation={navigation} />
      ) : (
        applicable.map((action) => <ActionIcon key={action.id} row={row} action={action} navigation={navigation} />)
      )}
    </RowActions>
  )
}

interface ActionsColumn {
  readonly header: string
  readonly drops: 'first' | 'never'
}

export const actionsColumn = <Name extends EntityName>(
  entity: Name,
  actions: readonly RecordAction<Name>[],
  navigation: RecordNavigation,
  { header, drops }: ActionsColumn,
) =>
  columnsOf<Row<Name>>().display({
    id: 'actions',
    header,
    meta: { width: widthOfActions(actions), align: 'end', isSticky: true, isShownElsewhere: true, drops },
    cell: ({ row: { original } }) => (
      <RowActionCell entity={entity} row={original} actions={actions} navigation={navigation} />
    ),
  })

interface ActionIconProps extends Pick<RowActionCellProps, 'row' | 'navigation'> {
  readonly action: RecordAction
}

function ActionIcon({ row: anyRow, action, navigation }: ActionIconProps) {
  const store = useStore()
  const row = anyRow as Row<EntityName>
  if (!action.href)
    return (
      <IconButton
        icon={action.icon}
        label={action.label()}
        aria-keyshortcuts={action.keys && ariaKeys(action.keys)}
        onClick={() => action.run?.(row, navigation, store)}
      />
    )
  const href = action.href(row)
  return href === undefined ? null : (
    <IconLink icon={action.icon} label={action.label()} href={href} opensNewTab={action.opensNewTab} />
  )
}
