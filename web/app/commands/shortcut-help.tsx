import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { commandGroups } from '#web/ui/commands/command.ts'
import { useRegisteredCommands } from '#web/ui/commands/registered-commands.ts'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { closeCommands, useCommandOverlay } from './command-overlays.ts'
import { Keys } from './keys.tsx'
import classes from './shortcut-help.module.css'
import { SingleKeysChoice } from '#web/settings/single-keys-choice.tsx'

export function ShortcutHelp() {
  const { t } = useTranslation('shell')
  const opened = useCommandOverlay((overlay) => overlay.opened === 'help')
  return (
    <Dialog opened={opened} title={t('command.help')} onClose={closeCommands} size="md">
      <Sheet />
    </Dialog>
  )
}

interface LineProps {
  readonly keys: readonly string[]
  readonly children: string
}

const Line = ({ keys, children }: LineProps) => (
  <div className={classes['line']}>
    <dt>{children}</dt>
    <dd>
      <Keys keys={keys} />
    </dd>
  </div>
)

function Sheet() {
  const { t } = useTranslation('shell')
  const commands = useRegisteredCommands()
  const groups = commandGroups.map((group) => ({
    name: t(`command.group.${group}`),
    lines: commands.flatMap(({ id, label, keys, ...each }) =>
      each.group === group && keys ? [{ id, label, keys }] : [],
    ),
  }))
  return (
    <Stack gap="lg">
      {groups
        .filter(({ lines }) => lines.length > 0)
        .map(({ name, lines }) => (
          <section key={name} aria-label={name}>
            <Title order={3}>{name}</Title>
            <dl className={classes['list']}>
              {lines.map(({ id, label, keys }) => (
                <Line key={id} keys={keys}>
                  {label()}
                </Line>
              ))}
            </dl>
          </section>
        ))}
      <SingleKeysChoice />
      <Text size="sm" c="dimmed">
        {t('command.whileTyping')}
      </Text>
    </Stack>
  )
}
