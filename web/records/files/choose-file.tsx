import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isPhoto } from '#schema/kernel/files.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { EntityName } from '#schema/registry.ts'
import { FileDrop } from '#web/ui/form/file-drop.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { extensionsFor, extensionList, fileIssue } from './file-rules.ts'
import { PhotoButtons } from './scan/photo-buttons.tsx'
import { PhotographedPages } from './scan/photographed-pages.tsx'
import type { Photos } from './scan/use-photos.ts'

interface ChooseFileProps {
  readonly entity: EntityName
  readonly record: Values
  readonly file: File | undefined
  readonly photos: Photos
  readonly about?: string | undefined
  readonly onFile: (file: File | undefined) => void
}

export function ChooseFile({ entity, record, file, photos, about, onFile }: ChooseFileProps) {
  const { t } = useTranslation('files')
  const accept = extensionsFor(entity, record)
  const issue = file && fileIssue(file, entity, record)
  usePhotosAsFile(photos, file, onFile)
  usePhotoAsPage(issue === undefined ? undefined : file, photos, onFile)
  if (photos.pages.length > 0) {
    const isTooLarge = photos.file !== undefined && fileIssue(photos.file, entity, record) !== undefined
    return <PhotographedPages photos={photos} error={isTooLarge ? t('photos.tooLarge') : undefined} />
  }
  const { others, problem } = photos
  return (
    <Stack gap="sm" data-wide="true">
      <FileDrop
        label={t('file')}
        hint={about ?? t('hint', { types: extensionList(accept) })}
        accept={[...accept, 'image/*']}
        file={file}
        error={photos.isBusy ? undefined : issue}
        onFile={onFile}
      />
      {!file && <PhotoButtons onPhotos={(files) => void photos.add(files)} />}
      {problem && (
        <Text size="sm" ta="center" c="var(--hf-danger-text)" role="alert">
          {problem}
        </Text>
      )}
      {others.length > 0 && (
        <Group gap="sm" justify="center">
          <Text size="sm">{t('photos.others', { count: others.length, n: count(others.length) })}</Text>
          <Button variant="default" onClick={() => void photos.moveOthersHere()}>
            {t('photos.useHere')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function usePhotosAsFile(
  { file: made, pages }: Photos,
  file: File | undefined,
  onFile: (file: File | undefined) => void,
): void {
  const lastMade = useRef<File>(undefined)
  useEffect(() => {
    if (made && made !== file) {
      lastMade.current = made
      onFile(made)
      // While the file of changed pages is made, the form keeps the former one; saving waits.
    } else if (!made && pages.length === 0 && file && file === lastMade.current) onFile(undefined)
  })
}

/** A photo that cannot be stored as it is becomes the first page. */
function usePhotoAsPage(refused: File | undefined, photos: Photos, onFile: (file: undefined) => void): void {
  const tried = useRef<File>(undefined)
  useEffect(() => {
    if (!refused || refused === tried.current || !isPhoto(refused)) return
    tried.current = refused
    const add = async () => {
      if (await photos.add([refused])) onFile(undefined)
    }
    void add()
  })
}
