import { useTranslation } from 'react-i18next'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { ChangeMyPassword } from './change-my-password.tsx'
import type { TotpDialogProps } from './totp.ts'

export function RemoveTotp({ onChanged, onDone }: TotpDialogProps) {
  const { t } = useTranslation('security')
  const removed = () => {
    toast.success(t('turnedOff'))
    onChanged()
    onDone()
  }
  return (
    <ChangeMyPassword action="/remove" submit={t('turnOff')} onResult={removed} onCancel={onDone}>
      {t('turnOffText')}
    </ChangeMyPassword>
  )
}
