import { Button } from '@mantine/core'
import { IconFileOff, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/ui/page/empty-state.tsx'

const texts = {
  damaged: { icon: IconFileOff, title: 'viewer.damaged', hint: 'viewer.damagedHint' },
  locked: { icon: IconLock, title: 'viewer.locked', hint: 'viewer.lockedHint' },
} as const

interface UnreadableProps {
  readonly because: keyof typeof texts
  readonly onDownload: () => void
}

export function UnreadablePdf({ because, onDownload }: UnreadableProps) {
  const { t } = useTranslation('files')
  const { icon, title, hint } = texts[because]
  return (
    <EmptyState
      icon={icon}
      title={t(title)}
      hint={t(hint)}
      action={
        <Button mt="xs" onClick={onDownload}>
          {t('download')}
        </Button>
      }
    />
  )
}
