import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TotpOffer } from '#schema/entities/users/second-factor.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { FirstCode } from './first-code.tsx'
import { ChangeMyPassword } from './change-my-password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { TotpDialogProps } from './totp.ts'

export function EnrolTotp({ onChanged, onDone }: TotpDialogProps) {
  const { t } = useTranslation('security')
  const [offer, setOffer] = useState<TotpOffer>()
  const [codes, setCodes] = useState<readonly string[]>()
  const turnedOn = (recoveryCodes: readonly string[]) => {
    setCodes(recoveryCodes)
    toast.success(t('turnedOn'))
    onChanged()
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (offer) return <FirstCode offer={offer} onCodes={turnedOn} onCancel={onDone} />
  return (
    <ChangeMyPassword action="" submit={t('goOn')} onResult={setOffer} onCancel={onDone}>
      {t('turnOnText')}
    </ChangeMyPassword>
  )
}
