import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { ChangedNotice } from '#web/records/changed-notice.tsx'
import { RecordForm } from '#web/ui/record-form.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { toast } from '#web/ui/toast.ts'
import { ProjectFields } from './project-fields.tsx'
import { fieldsOfProject, valuesOfProject } from './project-form.ts'

interface EditProjectProps {
  readonly project: Row<'projects'>
  readonly gone: boolean
  readonly onDone: () => void
}

export function EditProject({ project, gone, onDone }: EditProjectProps) {
  const { t } = useTranslation(['projects', 'common'])
  const store = useStore()
  // What the person saw when the form opened: the base of what is sent.
  const [seen] = useState(project)
  return (
    <RecordForm
      initial={valuesOfProject(seen)}
      submit={t('common:save')}
      submitting={t('common:saving')}
      failed={t('updateFailed')}
      save={(values) => store.update('projects', seen, fieldsOfProject(values, seen.currency, seen))}
      onSaved={() => {
        toast.saved(store, t('updated'))
        onDone()
      }}
      onCancel={onDone}
      gone={gone}
    >
      {(form) => (
        <>
          <ChangedNotice seen={seen} now={project} />
          <ProjectFields form={form} currency={seen.currency} withStatus />
        </>
      )}
    </RecordForm>
  )
}
