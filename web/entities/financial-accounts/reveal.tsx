import { Text, TextInput } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { AccountName } from '#schema/kernel/sealed.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { resultOf } from '#web/store/base/result-of.ts'
import { ChoiceSelect } from '#web/ui/form/choice-select.tsx'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { required } from '#web/ui/form/required.ts'
import { useStore } from '#web/ui/store-context.ts'
import { shownFields } from './account-kinds.ts'
import { Revealed } from './revealed.tsx'

interface RevealProps {
  readonly entity: AccountName
  readonly row: AnyRow
  readonly onDone: () => void
}

interface RevealedValue {
  readonly label: string
  readonly value: string
}

/** The server requires a reason. The value exists only in this component's state. */
export function Reveal({ entity, row, onDone }: RevealProps) {
  const [revealed, setRevealed] = useState<RevealedValue>()
  const hide = useCallback(() => setRevealed(undefined), [])
  if (revealed) return <Revealed {...revealed} onHide={hide} onDone={onDone} />
  return <WhyForm entity={entity} row={row} onReveal={setRevealed} onDone={onDone} />
}

function WhyForm({
  entity,
  row,
  onReveal,
  onDone,
}: RevealProps & { readonly onReveal: (revealed: RevealedValue) => void }) {
  const { t } = useTranslation(['accounts', 'common'])
  const { online } = useStore()
  const stored = shownFields(entity).filter(({ shownBy }) => row[shownBy] !== null)
  const labelOf = (inputName: string) =>
    fieldLabel(entity, stored.find((each) => each.inputName === inputName)!.shownBy)
  const initial = { field: stored[0]!.inputName, reason: '' }
  const request = async ({ field, reason }: typeof initial) => {
    const { value } = (await online.act(entity, row.id, 'reveal', { field, reason: reason.trim() })) as {
      readonly value: string | null
    }
    onReveal({ label: labelOf(field), value: value ?? '' })
  }
  return (
    <RecordForm
      initial={initial}
      submit={t('reveal')}
      submitting={t('revealing')}
      failed={t('revealFailed')}
      save={(values) =>
        values.reason.trim() === ''
          ? Promise.resolve({ ok: false, issues: { reason: { key: 'required' } } })
          : resultOf(() => request(values))
      }
      onSaved={() => {}}
      onCancel={onDone}
      secrets={Object.keys(initial)}
    >
      {(form) => (
        <>
          <Text data-wide>{t('revealText')}</Text>
          <ChoiceSelect
            label={t('value')}
            options={stored.map(({ inputName }) => inputName)}
            labelOf={labelOf}
            wrapperProps={{ 'data-wide': 'true' }}
            {...form.getInputProps('field')}
          />
          <TextInput
            {...required}
            label={t('reason')}
            description={t('reasonHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            maxLength={500}
            data-autofocus
            wrapperProps={{ 'data-wide': 'true' }}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </RecordForm>
  )
}
