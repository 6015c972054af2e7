import { Menu, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ariaKeys } from '#web/ui/commands/key-names.ts'
import { Name } from '#web/ui/format/name.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { personName } from '#web/ui/format/person-name.ts'
import { useRegisteredCommands } from '#web/ui/commands/registered-commands.ts'
import classes from './user-menu.module.css'

const menuCommands: readonly string[] = ['profile', 'help', 'logout']

export function UserMenuItems() {
  const { t } = useTranslation('shell')
  const { identity } = useStore()
  const commands = useRegisteredCommands().filter(({ id }) => menuCommands.includes(id))
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
      {commands.map(({ id, icon: Icon, label, keys, run }) => (
        <Menu.Item
          key={id}
          leftSection={<Icon size={18} stroke={1.6} />}
          aria-keyshortcuts={keys && ariaKeys(keys)}
          onClick={run}
        >
          {label()}
        </Menu.Item>
      ))}
    </>
  )
}
