import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { languages } from '#schema/app/languages.ts'
import { MenuButton } from '#web/ui/overlay/popovers/menu-button.tsx'
import classes from './sidebar.module.css'
import { preloadable } from '#web/ui/preloadable.tsx'

const LanguageItems = preloadable(() => import('./language-items.tsx').then((each) => each.LanguageItems))
export const preloadLanguages = LanguageItems.preload

export function LanguageSelector() {
  const { t, i18n } = useTranslation('shell')
  const current = languages.find(({ code }) => code === i18n.language) ?? languages[0]
  return (
    <MenuButton
      position="top-start"
      width={240}
      items={LanguageItems}
      target={(props) => (
        <button type="button" className={classes['link']} {...props}>
          <IconLanguage size={20} stroke={1.6} aria-hidden="true" />
          <span className={classes['word']}>{t('language')}</span>
          <span className={classes['value']} lang={current.code}>
            {current.name}
          </span>
        </button>
      )}
    />
  )
}
