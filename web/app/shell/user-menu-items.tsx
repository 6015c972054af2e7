import { Menu, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Name } from '#web/ui/format/name.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { personName } from '#web/ui/format/person-name.ts'
import { commandNamed } from '#web/app/commands/commands.ts'
import { useCommandContext } from '#web/app/commands/use-command-context.ts'
import classes from './user-menu.module.css'

const menuCommands = ['profile', 'help', 'logout'] as const

export function UserMenuItems() {
  const { t } = useTranslation('shell')
  const { identity } = useStore()
  const context = useCommandContext()
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
      {menuCommands.map((id) => {
        const { icon: Icon, label, run } = commandNamed(identity.role, id)
        return (
          <Menu.Item key={id} leftSection={<Icon size={18} stroke={1.6} />} onClick={() => run(context)}>
            {label()}
          </Menu.Item>
        )
      })}
    </>
  )
}
