import { Menu, Text } from '@mantine/core'
import { IconLogout, IconUserCog } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLogout } from '#web/session/use-logout.ts'
import { Name } from '#web/ui/format/name.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { personName } from '#web/ui/format/person-name.ts'
import classes from './user-menu.module.css'

export function UserMenuItems() {
  const { t } = useTranslation('shell')
  const { identity } = useStore()
  const logout = useLogout()
  return (
    <>
      <Menu.Label className={classes['who'] ?? ''}>
        <Text fw={600} c="var(--hf-text)" truncate data-cut>
          <Name>{personName(identity)}</Name>
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {t(`role.${identity.role}`)}
        </Text>
      </Menu.Label>
      <Menu.Divider />
      <Menu.Item component={Link} to="/settings" leftSection={<IconUserCog size={18} stroke={1.6} />}>
        {t('profileSettings')}
      </Menu.Item>
      <Menu.Item leftSection={<IconLogout size={18} stroke={1.6} />} onClick={logout}>
        {t('logout')}
      </Menu.Item>
    </>
  )
}
