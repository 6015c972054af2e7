import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChooseLanguage } from '#web/settings/use-choose-language.ts'
import { languages } from '#schema/app/languages.ts'

export function LanguageItems() {
  const { i18n } = useTranslation()
  return (
    <Menu.RadioGroup value={i18n.language} onChange={useChooseLanguage()}>
      {languages.map(({ code, name }) => (
        <Menu.RadioItem key={code} value={code} lang={code}>
          {name}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
