import { Stack, Text, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { kycReviewDay } from '#schema/entities/investors/kyc.ts'
import { kycStatuses } from '#schema/kernel/enumerations.ts'
import { choiceLabel, fieldLabel } from '#web/records/names/entity-texts.ts'
import type { ActionDialogProps } from '#web/records/actions/record-action.ts'
import { reportSaved } from '#web/records/actions/report-saved.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { recordTitle } from '#web/records/names/record-title.ts'
import { CalendarDay } from '#web/ui/format/dates/calendar-day.tsx'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { ChoiceSelect } from '#web/ui/form/choice-select.tsx'
import { DateInput } from '#web/ui/form/date-input.tsx'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { required } from '#web/ui/form/required.ts'
import { useStore } from '#web/ui/store-context.ts'
import { kycDecision } from './decision.ts'
import { EvidenceList, MissingEvidence } from '#web/records/kyc/evidence-list.tsx'
import { useEvidence } from '#web/records/kyc/use-evidence.ts'

export function ChangeKyc({ row: investor, onDone }: ActionDialogProps<'investors'>) {
  const { t } = useTranslation(['investors', 'common'])
  const store = useStore()
  const today = useToday()
  const { kycStatus } = investor
  const evidence = useEvidence(investor.id)
  // A status from a newer version is kept and shown as it is.
  const options: readonly string[] = kycStatuses.includes(kycStatus as (typeof kycStatuses)[number])
    ? kycStatuses
    : [kycStatus, ...kycStatuses]
  return (
    <RecordForm
      initial={{ kycStatus, kycReason: '', kycReviewOn: kycReviewDay(evidence, today) }}
      submit={t('common:save')}
      submitting={t('common:saving')}
      failed={t('updateFailed')}
      save={async (values) => {
        if (values.kycReason.trim() === '') return { ok: false, issues: { kycReason: { key: 'required' } } }
        if (values.kycStatus === 'APPROVED' && !values.kycReviewOn)
          return { ok: false, issues: { kycReviewOn: { key: 'required' } } }
        return store.update('investors', investor, kycDecision(values, evidence))
      }}
      onSaved={(outcome) => {
        reportSaved(store, outcome, t('kycSaved'), { name: recordTitle('investors', investor) })
        onDone()
      }}
      onCancel={onDone}
    >
      {(form) => (
        <>
          <Text data-wide="true">
            <Sentence
              format={(name, date) => t('kycOf', { name: name!, date: date! })}
              parts={[
                <RecordName key="name" entity="investors" id={investor.id} />,
                <CalendarDay key="date" date={today} />,
              ]}
            />
          </Text>
          <ChoiceSelect
            {...required}
            label={fieldLabel('investors', 'kycStatus')}
            options={options}
            labelOf={(option) => choiceLabel('investors', 'kycStatus', option)}
            wrapperProps={{ 'data-wide': 'true' }}
            data-autofocus
            {...form.getInputProps('kycStatus')}
          />
          <Textarea
            {...required}
            label={fieldLabel('investors', 'kycReason')}
            description={t('kycReasonHint')}
            autosize
            minRows={2}
            maxRows={6}
            wrapperProps={{ 'data-wide': 'true' }}
            {...form.getInputProps('kycReason')}
          />
          {form.values.kycStatus === 'APPROVED' && (
            <DateInput
              {...required}
              label={fieldLabel('investors', 'kycReviewOn')}
              wrapperProps={{ 'data-wide': 'true' }}
              {...(form.getInputProps('kycReviewOn') as { value: string; onChange: (value: string) => void })}
            />
          )}
          <Stack gap="xs" data-wide="true">
            <EvidenceList documents={evidence} />
            <MissingEvidence documents={evidence} />
          </Stack>
        </>
      )}
    </RecordForm>
  )
}
