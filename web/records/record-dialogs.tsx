import type { AnyRow } from '#schema/entity.ts'
import type { Values } from '#schema/parse.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import type { ListSearch } from '#web/ui/search/list-search.ts'
import { preloadable } from '#web/ui/preloadable.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { DeleteRecord } from './delete-record.tsx'
import { type DeletableEntity, screenText } from './entity-texts.ts'
import { hasRight, type Opening } from './record-action.ts'
import type { Offered, RecordVerbs } from './record-plan.ts'
import { useHeldRow } from './use-held-row.ts'
import { useRow } from './use-table.ts'

const CreateRecord = preloadable(() => import('./create-record.tsx').then((each) => each.CreateRecord))
const EditRecord = preloadable(() => import('./edit-record.tsx').then((each) => each.EditRecord))

export const formParts = [CreateRecord.preload, EditRecord.preload] as const

export interface RecordDialogsProps {
  readonly verbs: RecordVerbs
  readonly offered: Offered
  readonly shown: Pick<ListSearch, 'dialog' | 'record'>
  readonly preset?: Values
  readonly given?: Values
  readonly onCreated?: (id: string) => void
  readonly onClose: () => void
}

/** The dialogs that create, edit and delete a record, and those of the plan's own actions. */
export function RecordDialogs({ verbs, offered, shown, preset, given, onCreated, onClose }: RecordDialogsProps) {
  const { entity, form, aside, deletes, actions = [] } = verbs
  const { identity } = useStore()
  const { dialog, record } = shown
  const row: AnyRow | undefined = useRow(entity, record)
  const edited = useHeldRow(entity, dialog === 'edit' ? record : undefined)
  return (
    <>
      {form && (
        <>
          <Dialog
            opened={offered.create && dialog === 'create'}
            title={screenText(entity, 'createTitle')}
            onClose={onClose}
            form
          >
            <CreateRecord
              form={form as never}
              aside={aside}
              {...(preset && { preset })}
              {...(given && { given })}
              {...(onCreated && { onCreated })}
              onDone={onClose}
            />
          </Dialog>
          <Dialog
            opened={offered.update && dialog === 'edit' && edited.row !== undefined}
            title={screenText(entity, 'editTitle')}
            onClose={onClose}
            form
          >
            {edited.row && (
              <EditRecord form={form as never} aside={aside} row={edited.row} gone={edited.gone} onDone={onClose} />
            )}
          </Dialog>
        </>
      )}
      {deletes && offered.delete && row && (
        <DeleteRecord
          entity={entity as DeletableEntity}
          row={row}
          opened={dialog === 'delete'}
          values={deletes === true ? undefined : deletes.values(row as never)}
          onDone={onClose}
        />
      )}
      {actions.map(
        (action) =>
          action.opens && (
            <ActionDialog
              key={action.id}
              action={action}
              row={hasRight(identity, action.needs) && dialog === action.id ? row : undefined}
              onClose={onClose}
            />
          ),
      )}
    </>
  )
}

interface ActionDialogProps {
  readonly action: Opening<EntityName>
  /** Absent while the dialog is closed. */
  readonly row: AnyRow | undefined
  readonly onClose: () => void
}

function ActionDialog({ action, row, onClose }: ActionDialogProps) {
  const { opens: Content, title = action.label, isForm = false } = action
  return (
    <Dialog opened={row !== undefined} title={title()} onClose={onClose} small size="md" form={isForm}>
      {row && <Content row={row as Row<EntityName>} onDone={onClose} />}
    </Dialog>
  )
}
