import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { Corners } from './corners.tsx'
import { type Quad, rotated, wholePhoto } from './geometry.ts'
import type { ScannedPage } from './scanned-page.ts'
import type { Photos } from './use-photos.ts'

interface AdjustPageProps {
  readonly page: ScannedPage
  readonly photos: Photos
  readonly onClose: () => void
}

export function AdjustPage({ page, photos, onClose }: AdjustPageProps) {
  const { t } = useTranslation(['files', 'common'])
  const [corners, setCorners] = useState<Quad>(page.page.corners)
  const url = usePhotoUrl(page, photos)
  return (
    <Dialog opened title={t('photos.straightenTitle')} size="xl" onClose={onClose}>
      <Stack gap="md">
        <Text c="dimmed">{t('photos.straightenHint')}</Text>
        {url && <Corners url={url} corners={corners} onChange={setCorners} />}
        <Group justify="space-between" gap="sm">
          <Group gap="sm">
            <Button variant="default" onClick={() => setCorners(rotated(corners))}>
              {t('photos.rotateOne')}
            </Button>
            <Button variant="default" onClick={() => setCorners(wholePhoto)}>
              {t('photos.whole')}
            </Button>
          </Group>
          <Group gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button
              onClick={() => {
                void photos.change(page, corners)
                onClose()
              }}
            >
              {t('photos.apply')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  )
}

function usePhotoUrl(page: ScannedPage, { open }: Photos): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let made: string | undefined
    let isMounted = true
    const show = async () => {
      const photo = await open(page)
      if (!photo || !isMounted) return
      made = URL.createObjectURL(photo)
      setUrl(made)
    }
    show().catch(() => {})
    return () => {
      isMounted = false
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [page, open])
  return url
}
