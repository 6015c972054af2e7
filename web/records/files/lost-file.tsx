// The server has the file of a record no more, because an older copy of its data came back, and this device still has it.
import { Button, Group, Stack, Text } from '@mantine/core'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { hasRightOn, type Right } from '#web/records/record-action.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import { problemText } from '#web/ui/problem-text.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useKeptFile } from './use-kept-file.ts'
import { useWaitingFile } from './use-waiting-file.ts'
import type { WithFile } from './with-file.ts'

interface LostFileProps {
  readonly entity: WithFile
  readonly row: Row<WithFile>
}

export function LostFile({ entity, row }: LostFileProps) {
  const { t } = useTranslation(['files', 'sync'])
  const { identity, kept, files } = useStore()
  const owner = { entity, id: row.id }
  const isHere = useIsOnlyHere(owner, row)
  const [busy, setBusy] = useState(false)
  if (!isHere) return null
  const withFile = async (act: (file: File) => unknown) => {
    setBusy(true)
    try {
      const file = await kept.open(owner)
      if (file) await act(file)
    } catch (problem) {
      toast.error(problemText(problem) ?? i18next.t('common:errorOccurred'))
    }
    setBusy(false)
  }
  return (
    <Stack gap="xs">
      <Text size="sm">{t('lost')}</Text>
      <Group gap="xs">
        {hasRightOn(identity, { entity, verb: 'upload' } as Right, entity, row) && (
          <Button disabled={busy} onClick={() => void withFile((file) => files.keep(owner, file))}>
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

type Paper = Pick<Row<WithFile>, 'fileState' | 'version'>

/** Whether this device has a file that the server has lost; not any more once it is on its way there. */
export function useIsOnlyHere(owner: { readonly entity: WithFile; readonly id: string }, paper: Paper): boolean {
  const kept = useKeptFile(owner)
  const waiting = useWaitingFile(owner)
  return paper.fileState === 'NONE' && paper.version === 0 && typeof kept?.sha256 === 'string' && !waiting
}
