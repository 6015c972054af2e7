import { useTranslation } from 'react-i18next'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { SecretInput } from '#web/ui/form/secret-input.tsx'
import { resultOf } from '#web/store/base/result-of.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { useStore } from '#web/ui/store-context.ts'
import type { Firm, FirmSection } from './firm.ts'
import { FirmInput } from './firm-input.tsx'

interface FirmFormProps {
  readonly firm: Firm
  readonly section: FirmSection
  readonly onSaved: (firm: Firm) => void
  readonly onDone: () => void
}

type Values = Record<string, string | boolean>

/** The secret starts empty and does not change if left empty. */
export function FirmForm({ firm, section: { id, fields }, onSaved, onDone }: FirmFormProps) {
  const { t } = useTranslation(['tenant', 'common'])
  const { online } = useStore()
  const initial: Values = Object.fromEntries(
    fields.map((field) => {
      const value = field === 'oidcClientSecret' ? '' : firm[field]
      return [field, typeof value === 'boolean' ? value : String(value ?? '')]
    }),
  )
  const needsPassword = id === 'provider'
  if (needsPassword) initial['password'] = ''
  const save = (values: Values) =>
    resultOf(async () => {
      const changed = fields.filter((field) => values[field] !== initial[field])
      const body = Object.fromEntries(changed.map((field) => [field, sent(field, values[field]!)]))
      const proof = values['password'] ? { password: values['password'] } : {}
      if (changed.length > 0) onSaved((await online.request('PATCH', '/api/tenant', { ...body, ...proof })) as Firm)
    })
  return (
    <RecordForm
      initial={initial}
      submit={t('common:save')}
      submitting={t('common:saving')}
      failed={t('failed')}
      save={save}
      onSaved={() => {
        toast.success(t('saved'))
        onDone()
      }}
      onCancel={onDone}
      secrets={['oidcClientSecret', 'password']}
    >
      {(form) => (
        <>
          {fields.map((field) => (
            <FirmInput key={field} form={form} field={field} firm={firm} />
          ))}
          {needsPassword && (
            <SecretInput
              label={t('ownPassword')}
              description={t('ownPasswordHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="current-password"
              wrapperProps={{ 'data-wide': 'true' }}
              {...form.getInputProps('password')}
            />
          )}
        </>
      )}
    </RecordForm>
  )
}

function sent(field: string, value: string | boolean): unknown {
  if (typeof value === 'boolean') return value
  if (field === 'leaseDays') return Number(value)
  return value.trim() === '' ? null : value.trim()
}
