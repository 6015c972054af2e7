import { Menu } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '#web/i18n/i18n.ts'
import { languages } from '#web/i18n/languages.ts'
import classes from './sidebar.module.css'

export function LanguageSelector() {
  const { t, i18n } = useTranslation('shell')
  const current = languages.find(({ code }) => code === i18n.language) ?? languages[0]
  return (
    <Menu position="top-start" width={240}>
      <Menu.Target>
        <button type="button" className={classes['link']}>
          <IconLanguage size={20} stroke={1.6} aria-hidden="true" />
          {t('language')}
          <span className={classes['value']} lang={current.code}>
            {current.name}
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={current.code} onChange={(code) => void chooseLanguage(code)}>
          {languages.map(({ code, name }) => (
            <Menu.RadioItem key={code} value={code} lang={code}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
