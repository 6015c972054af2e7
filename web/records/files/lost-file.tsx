// After a restore from a backup, a device that has the file can upload it again.
import { Button, Group, Stack, Text } from '@mantine/core'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { hasRightOn, type Right } from '#web/records/actions/record-action.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { problemText } from '#web/ui/problem-text.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useCachedFile, useLostFile } from './use-cached-file.ts'
import { usePendingUpload } from './use-pending-upload.ts'
import type { WithFile } from './with-file.ts'

interface LostFileProps {
  readonly entity: WithFile
  readonly row: Row<WithFile>
}

export function LostFile({ entity, row }: LostFileProps) {
  const { t } = useTranslation('files')
  const { identity } = useStore()
  const location = useLostFileLocation({ entity, id: row.id }, row)
  if (location === null) return null
  const mayUpload = hasRightOn(identity, { entity, verb: 'upload' } as Right, entity, row)
  const isNewer = row.version > 0
  if (location === 'here') return <LocalCopy entity={entity} id={row.id} mayUpload={mayUpload} isNewer={isNewer} />
  const texts = isNewer ? (['newerLostUpload', 'newerLostAsk'] as const) : (['lostUpload', 'lostAsk'] as const)
  return <Text size="sm">{t(texts[mayUpload ? 0 : 1])}</Text>
}

interface LocalCopyProps {
  readonly entity: WithFile
  readonly id: string
  readonly mayUpload: boolean
  readonly isNewer: boolean
}

function LocalCopy({ entity, id, mayUpload, isNewer }: LocalCopyProps) {
  const { t } = useTranslation(['files', 'sync'])
  const { offlineFiles: cachedFiles, files } = useStore()
  const owner = { entity, id }
  const [busy, setBusy] = useState(false)
  const withFile = async (action: (file: File) => unknown) => {
    setBusy(true)
    try {
      const file = await cachedFiles.open(owner)
      if (file) await action(file)
    } catch (problem) {
      toast.error(problemText(problem) ?? i18next.t('common:errorOccurred'))
    }
    setBusy(false)
  }
  return (
    <Stack gap="xs">
      <Text size="sm">{t(isNewer ? 'newerHereOnly' : 'lost')}</Text>
      <Group gap="xs">
        {mayUpload && (
          <Button disabled={busy} onClick={() => void withFile((file) => files.add(owner, file))}>
            {t('uploadAgain')}
          </Button>
        )}
        <Button
          variant="default"
          disabled={busy}
          onClick={() => void withFile((file) => saveFile(file.name, file, file.type))}
        >
          {t('sync:export')}
        </Button>
      </Group>
    </Stack>
  )
}

type FileState = Pick<Row<WithFile>, 'fileState' | 'version' | 'sha256'>

export function useLostFileLocation(
  owner: { readonly entity: WithFile; readonly id: string },
  row: FileState,
): 'here' | 'elsewhere' | null {
  const cached = useCachedFile(owner)
  const pending = usePendingUpload(owner)
  const isLost = useLostFile(owner, row)
  if (pending || !isSettled(row)) return null
  const hash = cached?.sha256 ?? null
  if (row.version === 0) return hash !== null ? 'here' : isLost ? 'elsewhere' : null
  if (!isLost) return null
  return hash !== null && hash !== row.sha256 ? 'here' : 'elsewhere'
}

const isSettled = ({ fileState, version }: FileState): boolean =>
  version > 0 ? fileState !== 'WAITING' && fileState !== 'UPLOADING' : fileState === 'NONE'
