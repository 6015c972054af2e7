// Shows a file from its bytes, which the service worker also has offline: the server forbids framing its addresses.
import { Button } from '@mantine/core'
import { IconFileOff, IconFileText } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { newTab } from '#web/ui/page/new-tab.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { LoadingPlaceholder } from '#web/ui/overlay/loading-placeholder.tsx'
import classes from './file-view.module.css'
import { viewableTypes } from '#web/records/files/view-address.ts'
import type { WithFile } from '#web/records/files/with-file.ts'

interface FileViewProps {
  readonly name: string
  readonly address: string
  readonly file: Pick<Row<WithFile>, 'mimeType'>
}

interface ShownProps extends Pick<FileViewProps, 'name' | 'address'> {
  readonly type: string
}

type ReadState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'here'; readonly url: string }

/** Mobile browsers cannot embed PDFs. */
const canShow = (type: string): boolean => type !== 'application/pdf' || navigator.pdfViewerEnabled

export function FileView({ name, address, file }: FileViewProps) {
  const { t } = useTranslation(['files', 'common'])
  const type = viewableTypes.find((each) => each === file.mimeType)
  if (!type || !canShow(type))
    return (
      <EmptyState
        icon={IconFileText}
        title={t('notShown')}
        hint={t('notShownHint')}
        action={
          <Button component="a" href={address} {...newTab} mt="xs">
            {t('openFile')}
          </Button>
        }
      />
    )
  return <Shown name={name} address={address} type={type} />
}

function Shown({ name, address, type }: ShownProps) {
  const { t } = useTranslation(['files', 'common'])
  const [reading, setReading] = useState<ReadState>({ kind: 'reading' })
  const [tries, setTries] = useState(0)
  const again = useCallback(() => setTries((n) => n + 1), [])
  useEffect(() => {
    const leaving = new AbortController()
    let url: string | undefined
    const read = async () => {
      setReading({ kind: 'reading' })
      const response = await fetch(address, { signal: leaving.signal }).catch(() => null)
      const bytes = response?.ok ? await response.arrayBuffer().catch(() => null) : null
      if (leaving.signal.aborted) return
      if (!bytes) return setReading({ kind: 'missing' })
      url = URL.createObjectURL(new Blob([bytes], { type }))
      setReading({ kind: 'here', url })
    }
    void read()
    return () => {
      leaving.abort()
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [address, type, tries])
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
  return type === 'application/pdf' ? (
    <iframe className={classes['paper']} title={name} src={reading.url} />
  ) : (
    <div className={classes['picture']}>
      <img src={reading.url} alt={name} />
    </div>
  )
}
