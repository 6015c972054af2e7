// The service worker also has the bytes offline.
import { Button } from '@mantine/core'
import { IconFileOff, IconFileText } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { LoadingPlaceholder } from '#web/ui/overlay/loading-placeholder.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import classes from './file-view.module.css'
import { viewableTypes } from '#web/records/files/view-address.ts'
import type { WithFile } from '#web/records/files/with-file.ts'

const PdfView = preloadable(() => import('./pdf/pdf-view.tsx').then((each) => each.PdfView))

interface FileViewProps {
  readonly name: string
  readonly file: Pick<Row<WithFile>, 'mimeType'>
  /** Null if the file is unavailable. A new function is called immediately. */
  readonly read: (signal: AbortSignal) => Promise<Blob | null>
  readonly onDownload: () => void
}

type ReadState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'here'; readonly blob: Blob }

export function FileView({ file, ...props }: FileViewProps) {
  const { t } = useTranslation('files')
  const type = viewableTypes.find((each) => each === file.mimeType)
  if (type) return <Shown type={type} {...props} />
  return (
    <EmptyState
      icon={IconFileText}
      title={t('notShown')}
      hint={t('notShownHint')}
      action={
        <Button mt="xs" onClick={props.onDownload}>
          {t('download')}
        </Button>
      }
    />
  )
}

interface ShownProps extends Omit<FileViewProps, 'file'> {
  readonly type: string
}

function Shown({ name, type, read, onDownload }: ShownProps) {
  const { t } = useTranslation(['files', 'common'])
  const [reading, setReading] = useState<ReadState>({ kind: 'reading' })
  const [tries, setTries] = useState(0)
  const again = useCallback(() => setTries((n) => n + 1), [])
  useEffect(() => {
    const leaving = new AbortController()
    const show = async () => {
      setReading({ kind: 'reading' })
      const bytes = await read(leaving.signal)
      if (leaving.signal.aborted) return
      if (!bytes) return setReading({ kind: 'missing' })
      setReading({ kind: 'here', blob: new Blob([bytes], { type }) })
    }
    void show()
    return () => leaving.abort()
  }, [read, type, tries])
  if (reading.kind === 'reading') return <LoadingPlaceholder />
  if (reading.kind === 'missing')
    return (
      <EmptyState
        icon={IconFileOff}
        title={t('unopened')}
        hint={t('notHere')}
        action={
          <Button variant="default" mt="xs" onClick={again}>
            {t('common:tryAgain')}
          </Button>
        }
      />
    )
  if (type === 'application/pdf') return <PdfView name={name} blob={reading.blob} onDownload={onDownload} />
  return <Picture name={name} blob={reading.blob} />
}

function Picture({ name, blob }: { readonly name: string; readonly blob: Blob }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(blob)
    image.current!.src = url
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return (
    <div className={classes['picture']}>
      <img ref={image} alt={name} />
    </div>
  )
}
