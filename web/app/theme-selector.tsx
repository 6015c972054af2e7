import { Menu, Text } from '@mantine/core'
import { IconPalette } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ThemeId } from '#web/themes/theme.ts'
import { themes } from '#web/themes/themes.ts'
import { chooseTheme, useTheme } from '#web/themes/use-theme.ts'
import classes from './sidebar.module.css'

export function ThemeSelector() {
  const { t } = useTranslation(['shell', 'themes'])
  const current = useTheme()
  return (
    <Menu position="top-start" width={280}>
      <Menu.Target>
        <button type="button" className={classes['link']}>
          <IconPalette size={20} stroke={1.6} aria-hidden="true" />
          {t('theme')}
          <span className={classes['value']}>{t(`themes:${current}.name`)}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={current} onChange={(id) => chooseTheme(id as ThemeId)}>
          {themes.map(({ id }) => (
            <Menu.RadioItem key={id} value={id}>
              {t(`themes:${id}.name`)}
              <Text size="sm" c="dimmed">
                {t(`themes:${id}.description`)}
              </Text>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
