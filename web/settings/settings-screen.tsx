import { useTranslation } from 'react-i18next'
import { type ThemeId, themes } from '#schema/themes/themes.ts'
import { chooseTheme, useTheme } from '#web/themes/use-theme.ts'
import { ChoiceSelect } from '#web/ui/form/choice-select.tsx'
import { Fact, Facts } from '#web/ui/page/facts.tsx'
import { Email } from '#web/ui/format/email.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { AppSection } from './app-status/app-section.tsx'
import { DensityChoice } from './density.tsx'
import { LanguageChoice } from './language.tsx'
import { MyName } from './my-name.tsx'
import { MyPicture } from './my-picture.tsx'
import { PushChoices } from './push-choices.tsx'
import { QuietHours } from './quiet-hours.tsx'
import { Region } from './region.tsx'
import { RoleSwitcher } from './role-switcher.tsx'
import { SingleKeysChoice } from './single-keys-choice.tsx'
import { SystemInformation } from './system-information.tsx'

export function SettingsScreen() {
  const { t } = useTranslation(['settings', 'shell', 'themes'])
  const { firstName, lastName, email, id, role, tenantName } = useStore().identity
  const theme = useTheme()
  const themeIds = themes.map((each) => each.id)
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      <Section title={t('profile')}>
        <Facts>
          <Fact name={t('name')}>
            <Name>{[firstName, lastName].filter(Boolean).join(' ') || email}</Name>
          </Fact>
          <Fact name={t('email')}>
            <Email>{email}</Email>
          </Fact>
          <Fact name={t('role')}>{t(`shell:role.${role}`)}</Fact>
          <Fact name={t('firm')}>
            <Name>{tenantName}</Name>
          </Fact>
          <Fact wide name={t('id')}>
            {id}
          </Fact>
        </Facts>
        <MyPicture />
        <MyName />
      </Section>
      <Section title={t('appearance')}>
        <ChoiceSelect
          maw="24rem"
          label={t('theme')}
          description={t(`themes:${theme}.description`)}
          options={themeIds}
          labelOf={(each) => t(`themes:${each}.name`)}
          value={theme}
          onChange={(each) => chooseTheme(each as ThemeId)}
        />
        <LanguageChoice />
        <DensityChoice />
      </Section>
      <Section title={t('shell:keyboard')}>
        <SingleKeysChoice />
      </Section>
      <Section title={t('region')}>
        <Region />
      </Section>
      <Section title={t('push')}>
        <PushChoices />
        <QuietHours />
      </Section>
      <AppSection />
      <Section title={t('system')}>
        <SystemInformation />
      </Section>
      <Section title={t('development')}>
        <RoleSwitcher />
      </Section>
    </Page>
  )
}
