// How a person signs in, and where they are signed in.
import { useTranslation } from 'react-i18next'
import { Page } from '#web/ui/page/page.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { ChangePassword } from './change-password.tsx'
import { OwnDevices } from './own-devices.tsx'
import { SecondFactor } from './second-factor.tsx'

export function SecurityScreen() {
  const { t } = useTranslation('security')
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      <Section title={t('password')}>
        <ChangePassword />
      </Section>
      <Section title={t('factor')}>
        <SecondFactor />
      </Section>
      <Section title={t('devices')}>
        <OwnDevices />
      </Section>
    </Page>
  )
}
