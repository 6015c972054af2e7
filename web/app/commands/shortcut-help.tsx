import { Stack, Switch, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { stepKeys } from '#web/records/list/use-step-keys.ts'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { closeCommands, useCommandOverlay } from './command-overlays.ts'
import { commandGroups } from './command-groups.ts'
import { type AppCommand, commandsOf } from './commands.ts'
import { Keys } from './keys.tsx'
import classes from './shortcut-help.module.css'
import { chooseSingleKeys, useSingleKeys } from '#web/ui/single-keys.ts'

type WithKeys = AppCommand & { readonly keys: readonly string[] }
const hasKeys = (command: AppCommand): command is WithKeys => command.keys !== undefined

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
  const { t } = useTranslation(['shell', 'common'])
  const { role } = useStore().identity
  const isOn = useSingleKeys(({ on }) => on)
  const all = commandsOf(role).filter(hasKeys)
  return (
    <Stack gap="lg">
      {commandGroups.map((group) => (
        <section key={group} aria-label={t(`command.group.${group}`)}>
          <Title order={3}>{t(`command.group.${group}`)}</Title>
          <dl className={classes['list']}>
            {all
              .filter((command) => command.group === group)
              .map(({ id, label, keys }) => (
                <Line key={id} keys={keys}>
                  {label()}
                </Line>
              ))}
          </dl>
        </section>
      ))}
      <section aria-label={t('command.onList')}>
        <Title order={3}>{t('command.onList')}</Title>
        <dl className={classes['list']}>
          <Line keys={[stepKeys.next]}>{t('common:nextRecord')}</Line>
          <Line keys={[stepKeys.previous]}>{t('common:previousRecord')}</Line>
        </dl>
      </section>
      <Switch
        size="md"
        checked={isOn}
        onChange={(event) => chooseSingleKeys(event.currentTarget.checked)}
        label={t('command.singleKeys')}
        description={t('command.singleKeysHint')}
      />
      <Text size="sm" c="dimmed">
        {t('command.whileTyping')}
      </Text>
    </Stack>
  )
}
