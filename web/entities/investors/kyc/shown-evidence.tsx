// The document beside the decision.
import { Stack, Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { filePathOf } from '#schema/kernel/files.ts'
import type { Row } from '#schema/registry.ts'
import { download, fetchFile } from '#web/records/files/download.ts'
import { usePendingUpload } from '#web/records/files/use-pending-upload.ts'
import { FileView } from '#web/records/files/view/file-view.tsx'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { ChoiceSelect } from '#web/ui/form/choice-select.tsx'
import { useStore } from '#web/ui/store-context.ts'
import classes from './kyc-review.module.css'

type Document = Row<'documents'>

export function ShownEvidence({ documents }: { readonly documents: readonly Document[] }) {
  const { t } = useTranslation('investors')
  const [chosen, setChosen] = useState<string>()
  const shown = documents.find(({ id }) => id === chosen) ?? documents[0]
  if (!shown) return <Text c="dimmed">{t('kycNoEvidence')}</Text>
  return (
    <Stack gap="sm" className={classes['evidence']}>
      {documents.length > 1 && (
        <ChoiceSelect
          label={fieldLabel('investors', 'kycDocuments')}
          options={documents.map(({ id }) => id)}
          labelOf={(id) => documents.find((each) => each.id === id)!.name}
          value={shown.id}
          onChange={(id) => setChosen(id ?? undefined)}
        />
      )}
      <EvidenceFile key={shown.id} document={shown} />
    </Stack>
  )
}

function EvidenceFile({ document }: { readonly document: Document }) {
  const store = useStore()
  const { id, name, fileName } = document
  const pending = usePendingUpload({ entity: 'documents', id })
  const waiting = pending?.file
  const address = filePathOf(id, 'documents')
  const read = useCallback(
    (signal: AbortSignal) =>
      waiting === undefined ? fetchFile(address, signal) : store.files.read({ entity: 'documents', id }),
    [waiting, address, store, id],
  )
  return (
    <FileView
      name={name}
      file={pending ? { mimeType: pending.type } : document}
      read={read}
      onDownload={() => void download(address, fileName ?? name, store.status)}
    />
  )
}
