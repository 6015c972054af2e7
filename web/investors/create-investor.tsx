import { useTranslation } from 'react-i18next'
import { RecordForm } from '#web/ui/record-form.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { toast } from '#web/ui/toast.ts'
import { InvestorFields } from './investor-fields.tsx'
import { fieldsOfInvestor, newInvestor } from './investor-form.ts'

export function CreateInvestor({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('investors')
  const store = useStore()
  return (
    <RecordForm
      initial={newInvestor}
      submit={t('createSubmit')}
      submitting={t('creating')}
      failed={t('createFailed')}
      save={(values) => store.create('investors', fieldsOfInvestor(values))}
      onSaved={() => {
        toast.saved(store, t('created'))
        onDone()
      }}
      onCancel={onDone}
    >
      {(form) => <InvestorFields form={form} />}
    </RecordForm>
  )
}
