import { Button, Group, Text } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SecondFactorState } from '#schema/entities/users/second-factor.ts'
import { OnlineStatePlaceholder } from '#web/records/data/online-state-placeholder.tsx'
import type { OnlineResult } from '#web/records/data/use-online-result.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { Badge } from '#web/ui/page/badge.tsx'
import { Fact, Facts } from '#web/ui/page/facts.tsx'
import { EnrolTotp } from './enrol-totp.tsx'
import { RemoveTotp } from './remove-totp.tsx'
import { RenewCodes } from './renew-codes.tsx'

interface SecondFactorProps {
  readonly result: OnlineResult<SecondFactorState>
}

type DialogName = 'turnOn' | 'newCodes' | 'turnOff'

export function SecondFactor({ result: { state, data: factor, reload } }: SecondFactorProps) {
  const { t } = useTranslation('security')
  const [dialog, setDialog] = useState<DialogName>()
  const close = () => setDialog(undefined)
  const button = (name: DialogName) => (
    <Button variant="default" onClick={() => setDialog(name)}>
      {t(name)}
    </Button>
  )
  if (!factor) return <OnlineStatePlaceholder state={state} icon={IconShieldLock} onRetry={reload} />
  const { isOn, isRequired, recoveryCodesLeft } = factor
  return (
    <>
      <Text c="dimmed">{t('factorText')}</Text>
      <Facts>
        <Fact name={t('standing')}>
          <Badge tone={isOn ? 'good' : isRequired ? 'warn' : 'neutral'}>{t(isOn ? 'isOn' : 'isOff')}</Badge>
        </Fact>
        {isOn && (
          <Fact name={t('codesLeft')}>
            {recoveryCodesLeft > 2 ? count(recoveryCodesLeft) : <Badge tone="warn">{count(recoveryCodesLeft)}</Badge>}
          </Fact>
        )}
      </Facts>
      {isRequired && <Text>{t(isOn ? 'isRequired' : 'isMissing')}</Text>}
      {isOn && <Text c="dimmed">{t('wrongCodes')}</Text>}
      <Group gap="sm">
        {isOn ? button('newCodes') : button('turnOn')}
        {isOn && !isRequired && button('turnOff')}
      </Group>
      <Dialog opened={dialog === 'turnOn'} title={t('turnOnTitle')} onClose={close} size="md" form>
        <EnrolTotp onChanged={reload} onDone={close} />
      </Dialog>
      <Dialog opened={dialog === 'newCodes'} title={t('newCodes')} onClose={close} size="md" form>
        <RenewCodes onChanged={reload} onDone={close} />
      </Dialog>
      <Dialog opened={dialog === 'turnOff'} title={t('turnOffTitle')} onClose={close} size="md" form small>
        <RemoveTotp onChanged={reload} onDone={close} />
      </Dialog>
    </>
  )
}
