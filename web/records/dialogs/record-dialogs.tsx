import { useEffect, useState } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import type { Identity } from '#web/store/base/contract.ts'
import { Name } from '#web/ui/format/name.tsx'
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
import { BlockedDelete, blockingRecords } from './blocked-delete.tsx'
import type { AnyForm } from '#web/records/form/form-of.ts'
import type { Part } from '#web/records/names/part-in-address.ts'
import { hasRightOn, type DialogAction } from '#web/records/actions/record-action.ts'
import type { PermittedVerbs, RecordVerbs } from '#web/records/list/record-plan.ts'
import { titleReaderOf } from '#web/records/data/read-any.ts'
import { recordTitle } from '#web/records/names/record-title.ts'
import { useLastRow } from '#web/records/data/use-last-row.ts'
import { identityMayTo } from '#web/records/data/use-may.ts'
import { useRow } from '#web/records/data/use-table.ts'

const CreateRecord = preloadable(() => import('#web/records/form/create-record.tsx').then((each) => each.CreateRecord))
const EditRecord = preloadable(() => import('./edit-record.tsx').then((each) => each.EditRecord))

export const formParts = [CreateRecord.preload, EditRecord.preload] as const

export interface RecordDialogsProps {
  readonly verbs: RecordVerbs
  readonly quickForm?: AnyForm | undefined
  readonly permitted: PermittedVerbs
  readonly shown: Part
  readonly preset?: Values
  readonly fixedValues?: Values
  readonly onCreated?: (id: string) => void
  readonly onEdited?: (id: string) => void
  readonly onClose: () => void
  readonly onDeleted?: () => void
  readonly onDeleting?: (id: string | undefined) => void
}

export function RecordDialogs(props: RecordDialogsProps) {
  const {
    verbs,
    quickForm,
    permitted,
    shown,
    preset,
    fixedValues,
    onCreated,
    onEdited,
    onClose,
    onDeleted = onClose,
    onDeleting,
  } = props
  const { entity, form, aside, notice, createDialog: Create = CreateRecord, deletePlan, actions = [] } = verbs
  const store = useStore()
  const { identity } = store
  const { dialog, record, other } = shown
  const row: AnyRow | undefined = useRow(entity, record)
  const mayDelete = permitted.delete && row !== undefined && identityMayTo(identity, entity, 'delete', row)
  const blocking = deletePlan && mayDelete && dialog === 'delete' ? blockingRecords(store, entity, row.id) : []
  useMissingId(entity, permitted.update && dialog === 'edit' && !record, onClose)
  const edited = useLastRow(entity, dialog === 'edit' || dialog === 'value' ? record : undefined)
  const isQuick = dialog === 'value' && quickForm !== undefined
  const mayUpdate =
    permitted.update && edited.row !== undefined && identityMayTo(identity, entity, 'update', edited.row)
  return (
    <>
      {form && (
        <>
          <Dialog
            opened={permitted.create && dialog === 'create'}
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
              {...(fixedValues && { fixedValues })}
              {...(onCreated && { onCreated })}
              onDone={onClose}
            />
          </Dialog>
          <Dialog
            opened={mayUpdate}
            title={
              isQuick && edited.row ? (
                <Name>{recordTitle(entity, edited.row, titleReaderOf(store))}</Name>
              ) : (
                screenText(entity, 'editTitle')
              )
            }
            onClose={onClose}
            {...(isQuick ? { size: 'sm' as const, small: true } : aside && { size: 'xl' as const })}
            form
          >
            {edited.row && mayUpdate && (
              <EditRecord
                form={(isQuick ? quickForm : form) as AnyForm<EditableEntity>}
                aside={isQuick ? undefined : aside}
                notice={isQuick ? undefined : notice}
                isQuick={isQuick}
                row={edited.row}
                isDeleted={edited.isDeleted}
                {...(onEdited && { onEdited })}
                onDone={onClose}
              />
            )}
          </Dialog>
        </>
      )}
      {row && blocking.length > 0 && (
        <BlockedDelete entity={entity as DeletableEntity} row={row} blocking={blocking} onClose={onClose} />
      )}
      {deletePlan && mayDelete && blocking.length === 0 && (
        <DeleteRecord
          entity={entity as DeletableEntity}
          row={row}
          opened={dialog === 'delete'}
          values={deletePlan === true ? undefined : deletePlan.values(row as never)}
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
  const message = isMissing ? textOf(entity, 'idRequired') : null
  useEffect(() => {
    if (message === null) return
    toast.error(message)
    onClose()
  }, [message, onClose])
}

interface ActionDialogProps {
  readonly action: DialogAction<EntityName>
  readonly identity: Identity
  readonly row: AnyRow | undefined
  readonly other: string | undefined
  readonly onClose: () => void
  readonly onDeleting: RecordDialogsProps['onDeleting']
  readonly onDeleted: () => void
}

const notChecked = { id: undefined, isApplicable: false }

function ActionDialog({ action, identity, row: currentRow, other, onClose, onDeleting, onDeleted }: ActionDialogProps) {
  const { opens: Content, title = action.label, isForm = false, isWide = false } = action
  // Checked only when the dialog opens: the action itself may make the record unsuitable.
  const [checked, setChecked] = useState<{ readonly id: string | undefined; readonly isApplicable: boolean }>(
    notChecked,
  )
  if (checked.id !== currentRow?.id)
    setChecked(
      currentRow
        ? { id: currentRow.id, isApplicable: action.appliesTo?.(currentRow as Row<EntityName>, identity) !== false }
        : notChecked,
    )
  const row = checked.isApplicable ? currentRow : undefined
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
