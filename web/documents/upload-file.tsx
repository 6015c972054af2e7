// A file for a document that is there already, or another version of it. Online only: no file is kept on a device.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionDialogProps } from '#web/records/record-action.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { ChooseFile } from './choose-file.tsx'
import { wrongFile } from './document-file.ts'
import { sendDocument } from './sending.ts'

export function UploadFile({ row: { id, type, version }, onDone }: ActionDialogProps<'documents'>) {
  const { t } = useTranslation(['documents', 'common'])
  const store = useStore()
  const isOffline = useSyncStatus().connection === 'offline'
  const [file, setFile] = useState<File>()
  const mayBeSent = file !== undefined && wrongFile(file, type) === undefined && !isOffline
  return (
    <Stack gap="md">
      {version > 0 && <Text c="dimmed">{t('fileReplaces')}</Text>}
      <ChooseFile type={type} file={file} onFile={setFile} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onDone}>
          {t('common:cancel')}
        </Button>
        <Button
          disabled={!mayBeSent}
          onClick={() => {
            void sendDocument(store, id, file!)
            onDone()
          }}
        >
          {t('uploadFile')}
        </Button>
      </Group>
    </Stack>
  )
}
