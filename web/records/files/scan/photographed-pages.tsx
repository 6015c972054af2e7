import { Stack, Text } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconCameraRotate,
  IconPerspective,
  IconRotateClockwise,
  IconTrash,
} from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { IconButton } from '#web/ui/page/icon-button.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { PhotoButtons } from './photo-buttons.tsx'
import classes from './photographed-pages.module.css'
import type { ScannedPage } from './scanned-page.ts'
import type { Photos } from './use-photos.ts'

const AdjustPage = preloadable(() => import('./adjust-page.tsx').then((each) => each.AdjustPage))

interface PhotographedPagesProps {
  readonly photos: Photos
  readonly error: string | undefined
}

export function PhotographedPages({ photos, error }: PhotographedPagesProps) {
  const { t } = useTranslation('files')
  const [pageToAdjust, setPageToAdjust] = useState<ScannedPage>()
  const camera = useRef<HTMLInputElement>(null)
  const [pageToRetake, setPageToRetake] = useState<ScannedPage>()
  const { pages, pictures, file, isBusy } = photos
  const kilobytes = file && count(Math.max(1, Math.round(file.size / 1000)))
  const problem = error ?? photos.problem
  return (
    <Stack gap="sm" component="section" aria-label={t('photos.pages')} data-wide="true">
      <Text fw={500}>{t('photos.pages')}</Text>
      <ol className={classes['pages']}>
        {pages.map((page, index) => {
          const position = { page: count(index + 1) }
          return (
            <li key={page.id} className={classes['page']}>
              <div className={classes['picture']}>
                {pictures.has(page.id) && <img src={pictures.get(page.id)} alt={t('photos.page', position)} />}
              </div>
              <div className={classes['tools']}>
                <IconButton
                  label={t('photos.straighten', position)}
                  icon={IconPerspective}
                  onClick={() => setPageToAdjust(page)}
                />
                <IconButton
                  label={t('photos.rotate', position)}
                  icon={IconRotateClockwise}
                  onClick={() => void photos.rotate(page)}
                />
                <IconButton
                  label={t('photos.retake', position)}
                  icon={IconCameraRotate}
                  onClick={() => {
                    setPageToRetake(page)
                    camera.current!.click()
                  }}
                />
                <IconButton
                  label={t('photos.earlier', position)}
                  icon={IconArrowUp}
                  disabled={index === 0}
                  onClick={() => void photos.move(page, -1)}
                />
                <IconButton
                  label={t('photos.later', position)}
                  icon={IconArrowDown}
                  disabled={index === pages.length - 1}
                  onClick={() => void photos.move(page, 1)}
                />
                <IconButton
                  label={t('photos.remove', position)}
                  icon={IconTrash}
                  onClick={() => void photos.remove([page])}
                />
              </div>
            </li>
          )
        })}
      </ol>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t('photos.take')}
        onChange={({ currentTarget }) => {
          const [photo] = currentTarget.files ?? []
          if (photo && pageToRetake) void photos.replace(pageToRetake, photo)
          currentTarget.value = ''
        }}
      />
      <PhotoButtons onPhotos={(files) => void photos.add(files)} />
      <Text size="sm" ta="center" c={problem ? 'var(--hf-danger-text)' : 'dimmed'} role={problem ? 'alert' : 'status'}>
        {problem ?? (kilobytes && !isBusy ? t('photos.ready', { n: kilobytes }) : t('photos.working'))}
      </Text>
      {pageToAdjust && <AdjustPage page={pageToAdjust} photos={photos} onClose={() => setPageToAdjust(undefined)} />}
    </Stack>
  )
}
