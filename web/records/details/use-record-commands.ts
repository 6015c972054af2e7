// The actions of the open record as commands.
import { useMemo } from 'react'
import type { EntityName, Row } from '#schema/registry.ts'
import type { UiCommand } from '#web/ui/commands/command.ts'
import { useCommands } from '#web/ui/commands/registered-commands.ts'
import { useFollowLink } from '#web/ui/page/use-link-to.ts'
import { useStore } from '#web/ui/store-context.ts'
import { titleInStore } from '#web/records/names/title-in-store.ts'
import type { AnyForm } from '#web/records/form/form-of.ts'
import { quickFormLabel } from '#web/records/dialogs/quick-form.ts'
import {
  applicableActions,
  quickEdit,
  type RecordAction,
  type RecordNavigation,
} from '#web/records/actions/record-action.ts'

export const useWithQuickEdit = <Name extends EntityName>(
  actions: readonly RecordAction<Name>[],
  form: AnyForm<Name> | undefined,
): readonly RecordAction<Name>[] =>
  useMemo(
    () => (form ? [quickEdit(form.entity, () => quickFormLabel(form)) as RecordAction<Name>, ...actions] : actions),
    [actions, form],
  )

export function useRecordCommands<Name extends EntityName>(
  entity: Name,
  actions: readonly RecordAction<Name>[],
  navigation: RecordNavigation,
  current: () => string | undefined,
  isReplaced?: (action: RecordAction<Name>) => boolean,
): void {
  const store = useStore()
  const follow = useFollowLink()
  const commands = useMemo(() => {
    const currentRow = (): Row<Name> | undefined => {
      const id = current()
      return id === undefined ? undefined : store.table(entity).get(id)
    }
    return actions.map((action): UiCommand => {
      const { id, icon, label, keys, opensNewTab } = action
      const command = {
        id: `record ${id}`,
        group: 'record',
        icon,
        label,
        of: () => titleInStore(store, entity, current() ?? '') ?? '',
        isAvailable: () => {
          const row = currentRow()
          const isPossible = row && !isReplaced?.(action) && applicableActions(entity, [action], row, store).length > 0
          return Boolean(isPossible && (action.run || action.href?.(row) !== undefined))
        },
        run: () => {
          const row = currentRow()
          if (!row) return
          const address = action.href?.(row)
          if (address !== undefined) follow(address, opensNewTab)
          else action.run?.(row, navigation, store)
        },
      } as const
      return keys ? { ...command, keys } : command
    })
  }, [store, follow, entity, actions, navigation, current, isReplaced])
  useCommands(commands)
}
