import { Button, Group } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CachedFile } from '#web/store/base/cached-file.ts'
import type { FileOwner } from '#web/store/base/pending-upload.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { Badge } from '#web/ui/page/badge.tsx'
import { problemText } from '#web/ui/problem-text.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useCachedFile } from './use-cached-file.ts'

export function PinFile({ entity, id }: FileOwner) {
  const { t } = useTranslation('files')
  const { offlineFiles } = useStore()
  const file = useCachedFile({ entity, id })
  const [busy, setBusy] = useState(false)
  const isPinned = file?.pinned === true
  const toggle = async () => {
    setBusy(true)
    try {
      await offlineFiles.pin({ entity, id }, !isPinned)
      if (!isPinned) toast.success(i18next.t('files:nowKept'))
    } catch (problem) {
      const message = isQuotaExceeded(problem) ? i18next.t('files:keptFull') : problemText(problem)
      toast.error(message ?? i18next.t('files:keepFailed'))
    }
    setBusy(false)
  }
  return (
    <Group gap="xs">
      <PinnedBadge file={file} />
      <Button
        variant="default"
        disabled={busy}
        leftSection={<IconDeviceFloppy size={18} stroke={1.6} aria-hidden="true" />}
        onClick={() => void toggle()}
      >
        {isPinned ? t('letGo') : t('keep')}
      </Button>
    </Group>
  )
}

const isQuotaExceeded = (problem: unknown): boolean => problem instanceof Error && problem.name === 'TooMuchPinned'

function PinnedBadge({ file }: { readonly file: CachedFile | undefined }) {
  const { t } = useTranslation('files')
  if (!file) return null
  if (file.sha256 === null) return <Badge tone="warn">{t('keepsHere')}</Badge>
  return file.pinned ? <Badge tone="good">{t('keptHere')}</Badge> : <Badge>{t('opensHere')}</Badge>
}
