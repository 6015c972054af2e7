import { IconFileUpload } from '@tabler/icons-react'
import i18next from 'i18next'
import type { ActionDialogProps, ActionPlan, Right } from '#web/records/actions/record-action.ts'
import { preloadable } from '#web/ui/preloadable.tsx'
import type { WithFile } from './with-file.ts'

export const uploadAction = <Name extends WithFile>(entity: Name): ActionPlan<Name> => ({
  id: 'file',
  icon: IconFileUpload,
  label: () => i18next.t('files:upload'),
  needs: { entity, verb: 'upload' } as Right,
  opens: preloadable(async () => {
    const { UploadFile } = await import('./upload-file.tsx')
    return ({ row, onDone }: ActionDialogProps<Name>) => <UploadFile entity={entity} row={row} onDone={onDone} />
  }),
  isForm: true,
})
