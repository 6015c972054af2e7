import { Avatar, Menu, Text, VisuallyHidden } from '@mantine/core'
import { IconLogout, IconUserCog } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLogout } from '#web/session/use-logout.ts'
import { useStore } from '#web/ui/store-context.ts'
import classes from './user-menu.module.css'

export function UserMenu() {
  const { t } = useTranslation('shell')
  const { firstName, lastName, email, role, profileImageUrl } = useStore().identity
  const logout = useLogout()
  const name = [firstName, lastName].filter(Boolean).join(' ') || email
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <button type="button" className={classes['button']}>
          <VisuallyHidden>{t('userMenu')} </VisuallyHidden>
          <Avatar src={profileImageUrl} name={name} color="brand" radius="xl" size={36} alt="" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes['who'] ?? ''}>
          <Text fw={600} c="var(--hf-text)" truncate>
            {name}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {t(`role.${role}`)}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/settings" leftSection={<IconUserCog size={18} stroke={1.6} />}>
          {t('profileSettings')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.6} />} onClick={logout}>
          {t('logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
