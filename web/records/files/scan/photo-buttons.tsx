import { Button, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCamera, IconPhoto } from '@tabler/icons-react'
import { type ChangeEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'

interface PhotoButtonsProps {
  readonly onPhotos: (photos: readonly File[]) => void
}

export function PhotoButtons({ onPhotos }: PhotoButtonsProps) {
  const { t } = useTranslation('files')
  const camera = useRef<HTMLInputElement>(null)
  const library = useRef<HTMLInputElement>(null)
  // On other devices the browser would open the same file chooser.
  const hasCamera = useMediaQuery('(any-pointer: coarse)')
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onPhotos([...(currentTarget.files ?? [])])
    // So that the same photo can be chosen again.
    currentTarget.value = ''
  }
  const input = { type: 'file', accept: 'image/*', hidden: true, onChange } as const
  return (
    <Group gap="sm" justify="center">
      <input {...input} ref={camera} capture="environment" aria-label={t('photos.take')} />
      <input {...input} ref={library} multiple aria-label={t('photos.choose')} />
      {hasCamera && (
        <Button
          variant="default"
          leftSection={<IconCamera size={18} stroke={1.6} aria-hidden="true" />}
          onClick={() => camera.current!.click()}
        >
          {t('photos.take')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPhoto size={18} stroke={1.6} aria-hidden="true" />}
        onClick={() => library.current!.click()}
      >
        {t('photos.choose')}
      </Button>
    </Group>
  )
}
