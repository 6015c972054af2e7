import { useTranslation } from 'react-i18next'
import { RecordForm } from '#web/ui/record-form.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { toast } from '#web/ui/toast.ts'
import { ProjectFields } from './project-fields.tsx'
import { fieldsOfProject, newProject } from './project-form.ts'

const currency = 'USD'

export function CreateProject({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('projects')
  const store = useStore()
  return (
    <RecordForm
      initial={newProject}
      submit={t('createSubmit')}
      submitting={t('creating')}
      failed={t('createFailed')}
      save={(values) => store.create('projects', fieldsOfProject(values, currency))}
      onSaved={() => {
        toast.saved(store, t('created'))
        onDone()
      }}
      onCancel={onDone}
    >
      {(form) => <ProjectFields form={form} currency={currency} />}
    </RecordForm>
  )
}
