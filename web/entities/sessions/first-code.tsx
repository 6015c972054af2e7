import { Text, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { NewRecoveryCodes, TotpOffer } from '#schema/entities/users/second-factor.ts'
import { resultOf } from '#web/store/base/result-of.ts'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { required } from '#web/ui/form/required.ts'
import { CopyButton } from '#web/ui/page/copy-button.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { totpPath } from './totp.ts'
import classes from './second-factor.module.css'

interface FirstCodeProps {
  readonly offer: TotpOffer
  readonly onCodes: (codes: readonly string[]) => void
  readonly onCancel: () => void
}

const initial = { code: '' }
const secrets = ['code'] as const
const inFours = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** The first code proves that the authenticator app has the secret. */
export function FirstCode({ offer: { offer, secret, picture }, onCodes, onCancel }: FirstCodeProps) {
  const { t } = useTranslation('security')
  const { online } = useStore()
  const response = useRef<NewRecoveryCodes>(undefined)
  const confirm = async (values: typeof initial) =>
    void (response.current = (await online.request('PUT', totpPath, { offer, ...values })) as NewRecoveryCodes)
  return (
    <RecordForm
      initial={initial}
      submit={t('turnOn')}
      submitting={t('checking')}
      failed={t('factorFailed')}
      save={(values) => resultOf(() => confirm(values))}
      onSaved={() => onCodes(response.current!.recoveryCodes)}
      onCancel={onCancel}
      secrets={secrets}
    >
      {(form) => (
        <>
          <div className={classes['offer']} data-wide>
            <img className={classes['picture']} src={picture} alt={t('picture')} />
            <div className={classes['steps']}>
              <Text>{t('scan')}</Text>
              <Text c="dimmed">{t('orType')}</Text>
              <bdi className={classes['secret']} dir="ltr">
                {inFours(secret)}
              </bdi>
              <CopyButton text={secret} label={t('copyKey')} variant="default" />
            </div>
          </div>
          <TextInput
            {...required}
            label={t('code')}
            description={t('codeHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            wrapperProps={{ 'data-wide': 'true' }}
            {...form.getInputProps('code')}
          />
        </>
      )}
    </RecordForm>
  )
}
