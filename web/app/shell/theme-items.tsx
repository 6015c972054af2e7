import { Menu, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ThemeId, themes } from '#schema/themes/themes.ts'
import { chooseTheme, useTheme } from '#web/themes/use-theme.ts'

export function ThemeItems() {
  const { t } = useTranslation('themes')
  return (
    <Menu.RadioGroup value={useTheme()} onChange={(id) => chooseTheme(id as ThemeId)}>
      {themes.map(({ id }) => (
        <Menu.RadioItem key={id} value={id}>
          {t(`${id}.name`)}
          <Text size="sm" c="dimmed">
            {t(`${id}.description`)}
          </Text>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
