import { Button, Group, Stack, Text } from '@mantine/core'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { Name } from '#web/ui/format/name.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { problemText } from '#web/ui/problem-text.ts'
import { useStore } from '#web/ui/store-context.ts'
import { ChooseFile } from './choose-file.tsx'
import { fileIssue } from './file-rules.ts'
import { photosIssue } from './scan/photos-issue.ts'
import { usePhotos } from './scan/use-photos.ts'
import { usePendingUpload } from './use-pending-upload.ts'
import type { WithFile } from './with-file.ts'

interface UploadFileProps {
  readonly entity: WithFile
  readonly row: Row<WithFile>
  readonly onDone: () => void
}

export function UploadFile({ entity, row, onDone }: UploadFileProps) {
  const { t } = useTranslation(['files', 'common'])
  const store = useStore()
  const owner = { entity, id: row.id }
  const pending = usePendingUpload(owner)
  const [file, setFile] = useState<File>()
  const [busy, setBusy] = useState(false)
  const photos = usePhotos(`${entity} ${row.id}`)
  const isValid =
    file !== undefined && fileIssue(file, entity, row) === undefined && photosIssue(photos) === undefined && !busy
  const upload = async (chosen: File) => {
    setBusy(true)
    try {
      await store.files.add(owner, chosen)
      await photos.remove(photos.pages)
      toast.success(i18next.t('files:kept'))
      onDone()
    } catch (problem) {
      toast.error(problemText(problem) ?? i18next.t('common:errorOccurred'))
      setBusy(false)
    }
  }
  return (
    <Stack gap="md">
      {row.version > 0 && <Text c="dimmed">{t('replaces')}</Text>}
      {pending && (
        <Text c="dimmed">
          <Sentence
            format={(name) => t('replacesWaiting', { name })}
            parts={[<Name key="name">{pending.name}</Name>]}
          />
        </Text>
      )}
      <ChooseFile entity={entity} record={row} file={file} photos={photos} onFile={setFile} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onDone}>
          {t('common:cancel')}
        </Button>
        <Button disabled={!isValid} onClick={() => void upload(file!)}>
          {t('upload')}
        </Button>
      </Group>
    </Stack>
  )
}
