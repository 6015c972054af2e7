import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NewRecoveryCodes } from '#schema/entities/users/second-factor.ts'
import { ChangeMyPassword } from './change-my-password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { TotpDialogProps } from './totp.ts'

export function RenewCodes({ onChanged, onDone }: TotpDialogProps) {
  const { t } = useTranslation('security')
  const [codes, setCodes] = useState<readonly string[]>()
  const renewed = ({ recoveryCodes }: NewRecoveryCodes) => {
    setCodes(recoveryCodes)
    onChanged()
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <ChangeMyPassword action="/recovery-codes" submit={t('makeCodes')} onResult={renewed} onCancel={onDone}>
      {t('newCodesText')}
    </ChangeMyPassword>
  )
}
