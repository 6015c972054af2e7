import { IconPalette } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useTheme } from '#web/themes/use-theme.ts'
import { MenuButton } from '#web/ui/overlay/popovers/menu-button.tsx'
import classes from './sidebar.module.css'
import { preloadable } from '#web/ui/preloadable.tsx'

const ThemeItems = preloadable(() => import('./theme-items.tsx').then((each) => each.ThemeItems))
export const preloadThemes = ThemeItems.preload

export function ThemeSelector() {
  const { t } = useTranslation(['shell', 'themes'])
  const current = useTheme()
  return (
    <MenuButton
      position="top-start"
      width={280}
      items={ThemeItems}
      target={(props) => (
        <button type="button" className={classes['link']} {...props}>
          <IconPalette size={20} stroke={1.6} aria-hidden="true" />
          <span className={classes['word']}>{t('theme')}</span>
          <span className={classes['value']}>{t(`themes:${current}.name`)}</span>
        </button>
      )}
    />
  )
}
