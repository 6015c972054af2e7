import { Button } from '@mantine/core'
import { IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { useParams, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { filePathOf } from '#schema/kernel/files.ts'
import type { Row } from '#schema/registry.ts'
import { Name } from '#web/ui/format/name.tsx'
import { useEscape } from '#web/ui/overlay/escape.ts'
import { Page } from '#web/ui/page/page.tsx'
import { useNavigateTo } from '#web/ui/search/use-address.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { useStore } from '#web/ui/store-context.ts'
import { MissingRecord } from '#web/records/details/missing-record.tsx'
import type { ListedEntity } from '#web/records/names/entity-texts.ts'
import { useRecordLink } from '#web/records/names/record-link-context.ts'
import { useRow } from '#web/records/data/use-table.ts'
import { download, fetchFile } from '#web/records/files/download.ts'
import { usePendingUpload } from '#web/records/files/use-pending-upload.ts'
import { FileView } from '#web/records/files/view/file-view.tsx'
import type { WithFile } from '#web/records/files/with-file.ts'

interface FileScreenProps<Of extends WithFile> {
  readonly entity: Of
  /** The record whose page lists the file. */
  readonly listedBy: (id: string, row: Row<Of> | undefined) => { readonly entity: ListedEntity; readonly id: string }
}

const nameOf = (row: Row<WithFile>): string => row.fileName ?? ('name' in row ? row.name : row.documentName)

function FileScreen<Of extends WithFile>({ entity, listedBy }: FileScreenProps<Of>) {
  const { t } = useTranslation(['files', 'common'])
  const { id = '' }: { readonly id?: string } = useParams({ strict: false })
  const store = useStore()
  const row: Row<Of> | undefined = useRow(entity, id)
  const pending = usePendingUpload({ entity, id })
  const address = filePathOf(id, entity)
  const waiting = pending?.file
  // A new function makes FileView read again.
  const read = useCallback(
    (signal: AbortSignal) => (waiting === undefined ? fetchFile(address, signal) : store.files.read({ entity, id })),
    [waiting, address, store, entity, id],
  )
  const saveWaiting = async () => {
    const bytes = await store.files.read({ entity, id })
    if (bytes) saveFile(pending!.name, bytes, bytes.type)
  }
  const router = useRouter()
  const navigateTo = useNavigateTo()
  const addressOf = useRecordLink()
  const listed = listedBy(id, row)
  const back = () => {
    if (router.history.canGoBack()) return router.history.back()
    const { to, search } = addressOf(listed.entity, listed.id) ?? { to: '/dashboard', search: {} }
    navigateTo({ to, search })
  }
  useEscape(true, back)
  if (!row)
    return (
      <Page title={t('file')}>
        <MissingRecord entity={listed.entity} id={listed.id} />
      </Page>
    )
  const name = pending?.name ?? nameOf(row)
  const save = () => void (pending ? saveWaiting() : download(address, name, store.status))
  return (
    <Page
      fill
      title={t('file')}
      heading={<Name>{name}</Name>}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />}
            onClick={back}
          >
            {t('common:back')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.6} aria-hidden="true" />}
            onClick={save}
          >
            {t('download')}
          </Button>
        </>
      }
    >
      <FileView
        key={waiting ?? row.sha256}
        name={name}
        file={pending ? { mimeType: pending.type } : row}
        read={read}
        onDownload={save}
      />
    </Page>
  )
}

export const DocumentFile = () => <FileScreen entity="documents" listedBy={(id) => ({ entity: 'documents', id })} />
export const AttachmentFile = () => (
  <FileScreen
    entity="referralAttachments"
    listedBy={(id, row) => ({ entity: 'referrals', id: row?.referralId ?? id })}
  />
)
