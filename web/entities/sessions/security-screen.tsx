import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SecondFactorState } from '#schema/entities/users/second-factor.ts'
import { useOnlineResult } from '#web/records/data/use-online-result.ts'
import { Page } from '#web/ui/page/page.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { ChangePassword } from './change-password.tsx'
import { NoPassword } from './no-password.tsx'
import { MyDevices } from './my-devices.tsx'
import { SecondFactor } from './second-factor.tsx'
import { totpPath } from './totp.ts'

export function SecurityScreen() {
  const { t } = useTranslation('security')
  const factor = useOnlineResult<SecondFactorState>(totpPath)
  const hasPassword = factor.data?.hasPassword ?? true
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      <Section title={t('password')}>{hasPassword ? <ChangePassword /> : <NoPassword />}</Section>
      <Section title={t('factor')}>
        {hasPassword ? <SecondFactor result={factor} /> : <Text c="dimmed">{t('factorElsewhere')}</Text>}
      </Section>
      <Section title={t('devices')}>
        <MyDevices />
      </Section>
    </Page>
  )
}
