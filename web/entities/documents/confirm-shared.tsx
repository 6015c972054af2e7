// Asks whether the person really shared these files, because any web page can post to the share address.
import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SharedFile } from '#web/store/base/shared-file.ts'
import { Name } from '#web/ui/format/name.tsx'
import { useAction } from '#web/ui/overlay/dialogs/use-action.ts'

interface ConfirmSharedProps {
  readonly files: readonly SharedFile[]
  readonly onDecide: (isTheirs: boolean) => Promise<void>
}

export function ConfirmShared({ files, onDecide }: ConfirmSharedProps) {
  const { t } = useTranslation('files')
  const { isBusy, run } = useAction()
  return (
    <Stack gap="md">
      <Text>{t('confirmShared', { count: files.length })}</Text>
      <List>
        {files.map(({ id, name }) => (
          <List.Item key={id}>
            <Name>{name}</Name>
          </List.Item>
        ))}
      </List>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" aria-busy={isBusy} onClick={() => void run(() => onDecide(false))}>
          {t('discardShared', { count: files.length })}
        </Button>
        <Button aria-busy={isBusy} onClick={() => void run(() => onDecide(true))}>
          {t('useShared', { count: files.length })}
        </Button>
      </Group>
    </Stack>
  )
}
