import { useEffect, useState } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import type { Identity } from '#web/store/base/contract.ts'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { preloadable } from '#web/ui/preloadable.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { DeleteRecord } from './delete-record.tsx'
import {
  type CreatableEntity,
  type DeletableEntity,
  type EditableEntity,
  screenText,
  textOf,
} from '#web/records/names/entity-texts.ts'
import { HinderedDelete, hindrancesOf } from './blocked-delete.tsx'
import type { AnyForm } from '#web/records/form/form-of.ts'
import type { Part } from '#web/records/names/part-in-address.ts'
import { hasRightOn, type Opening } from '#web/records/actions/record-action.ts'
import type { Offered, RecordVerbs } from '#web/records/list/record-plan.ts'
import { useLastRow } from '#web/records/data/use-last-row.ts'
import { identityMayTo } from '#web/records/data/use-may.ts'
import { useRow } from '#web/records/data/use-table.ts'

const CreateRecord = preloadable(() => import('#web/records/form/create-record.tsx').then((each) => each.CreateRecord))
const EditRecord = preloadable(() => import('./edit-record.tsx').then((each) => each.EditRecord))

export const formParts = [CreateRecord.preload, EditRecord.preload] as const

export interface RecordDialogsProps {
  readonly verbs: RecordVerbs
  readonly offered: Offered
  readonly shown: Part
  readonly preset?: Values
  readonly given?: Values
  readonly onCreated?: (id: string) => void
  readonly onClose: () => void
  readonly onDeleted?: () => void
  /** Called with the id when a deletion starts, and with undefined when it failed. */
  readonly onDeleting?: (id: string | undefined) => void
}

export function RecordDialogs(props: RecordDialogsProps) {
  const { verbs, offered, shown, preset, given, onCreated, onClose, onDeleted = onClose, onDeleting } = props
  const { entity, form, aside, notice, creates: Create = CreateRecord, deletes, actions = [] } = verbs
  const store = useStore()
  const { identity } = store
  const { dialog, record, other } = shown
  const row: AnyRow | undefined = useRow(entity, record)
  const mayDelete = offered.delete && row !== undefined && identityMayTo(identity, entity, 'delete', row)
  const hindrances = deletes && mayDelete && dialog === 'delete' ? hindrancesOf(store, entity, row.id) : []
  useMissingId(entity, offered.update && dialog === 'edit' && !record, onClose)
  const edited = useLastRow(entity, dialog === 'edit' ? record : undefined)
  const mayUpdate = offered.update && edited.row !== undefined && identityMayTo(identity, entity, 'update', edited.row)
  return (
    <>
      {form && (
        <>
          <Dialog
            opened={offered.create && dialog === 'create'}
            title={screenText(entity, 'createTitle')}
            onClose={onClose}
            {...(aside && { size: 'xl' as const })}
            form
          >
            <Create
              form={form as AnyForm<CreatableEntity>}
              aside={aside}
              notice={notice}
              {...(preset && { preset })}
              {...(given && { given })}
              {...(onCreated && { onCreated })}
              onDone={onClose}
            />
          </Dialog>
          <Dialog
            opened={mayUpdate}
            title={screenText(entity, 'editTitle')}
            onClose={onClose}
            {...(aside && { size: 'xl' as const })}
            form
          >
            {edited.row && mayUpdate && (
              <EditRecord
                form={form as AnyForm<EditableEntity>}
                aside={aside}
                notice={notice}
                row={edited.row}
                isDeleted={edited.isDeleted}
                onDone={onClose}
              />
            )}
          </Dialog>
        </>
      )}
      {row && hindrances.length > 0 && (
        <HinderedDelete entity={entity as DeletableEntity} row={row} by={hindrances} onClose={onClose} />
      )}
      {deletes && mayDelete && hindrances.length === 0 && (
        <DeleteRecord
          entity={entity as DeletableEntity}
          row={row}
          opened={dialog === 'delete'}
          // The row is of the plan's entity.
          values={deletes === true ? undefined : deletes.values(row as never)}
          onClose={onClose}
          onDeleted={onDeleted}
          onDeleting={onDeleting}
        />
      )}
      {actions.map(
        (action) =>
          action.opens && (
            <ActionDialog
              key={action.id}
              action={action}
              identity={identity}
              row={row && dialog === action.id && hasRightOn(identity, action.needs, entity, row) ? row : undefined}
              other={other}
              onClose={onClose}
              onDeleting={onDeleting}
              onDeleted={onDeleted}
            />
          ),
      )}
    </>
  )
}

/** The address may ask for an edit without naming a record. */
function useMissingId(entity: EntityName, isMissing: boolean, onClose: () => void) {
  const words = isMissing ? textOf(entity, 'idRequired') : null
  useEffect(() => {
    if (words === null) return
    toast.error(words)
    onClose()
  }, [words, onClose])
}

interface ActionDialogProps {
  readonly action: Opening<EntityName>
  readonly identity: Identity
  readonly row: AnyRow | undefined
  readonly other: string | undefined
  readonly onClose: () => void
  readonly onDeleting: RecordDialogsProps['onDeleting']
  readonly onDeleted: () => void
}

const notAsked = { id: undefined, suits: false }

function ActionDialog({ action, identity, row: asked, other, onClose, onDeleting, onDeleted }: ActionDialogProps) {
  const { opens: Content, title = action.label, isForm = false, isWide = false } = action
  // Checked only when the dialog opens: the action itself may make the record unsuitable.
  const [judged, setJudged] = useState<{ readonly id: string | undefined; readonly suits: boolean }>(notAsked)
  if (judged.id !== asked?.id)
    setJudged(asked ? { id: asked.id, suits: action.suits?.(asked as Row<EntityName>, identity) !== false } : notAsked)
  const row = judged.suits ? asked : undefined
  return (
    <Dialog
      opened={row !== undefined}
      title={title()}
      onClose={onClose}
      small={!isWide}
      size={isWide ? 'lg' : 'md'}
      form={isForm}
    >
      {row && (
        <Content
          row={row as Row<EntityName>}
          other={other}
          onDone={onClose}
          onDeleting={onDeleting}
          onDeleted={onDeleted}
        />
      )}
    </Dialog>
  )
}
