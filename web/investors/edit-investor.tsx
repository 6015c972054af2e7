import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { ChangedNotice } from '#web/records/changed-notice.tsx'
import { RecordForm } from '#web/ui/record-form.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { toast } from '#web/ui/toast.ts'
import { InvestorFields } from './investor-fields.tsx'
import { fieldsOfInvestor, valuesOfInvestor } from './investor-form.ts'

interface EditInvestorProps {
  readonly investor: Row<'investors'>
  readonly gone: boolean
  readonly onDone: () => void
}

export function EditInvestor({ investor, gone, onDone }: EditInvestorProps) {
  const { t } = useTranslation(['investors', 'common'])
  const store = useStore()
  // What the person saw when the form opened: the base of what is sent.
  const [seen] = useState(investor)
  return (
    <RecordForm
      initial={valuesOfInvestor(seen)}
      submit={t('common:save')}
      submitting={t('common:saving')}
      failed={t('updateFailed')}
      save={(values) => store.update('investors', seen, fieldsOfInvestor(values))}
      onSaved={() => {
        toast.saved(store, t('updated'))
        onDone()
      }}
      onCancel={onDone}
      gone={gone}
    >
      {(form) => (
        <>
          <ChangedNotice seen={seen} now={investor} />
          <InvestorFields form={form} />
        </>
      )}
    </RecordForm>
  )
}
