import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { missingEvidence } from '#schema/entities/investors/kyc.ts'
import type { Row } from '#schema/registry.ts'
import { FileName } from '#web/records/columns/file-link.tsx'
import { RecordValue } from '#web/records/columns/record-value.tsx'
import { usePendingUpload } from '#web/records/files/use-pending-upload.ts'
import { pendingViewAddress, viewAddress } from '#web/records/files/view-address.ts'
import { choiceLabel, fieldLabel } from '#web/records/names/entity-texts.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { listed } from '#web/ui/format/listed.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'

type Document = Row<'documents'>

export const EvidenceList = ({ documents }: { readonly documents: readonly Document[] }) =>
  documents.length > 0 && (
    <PlainTable
      label={fieldLabel('investors', 'kycDocuments')}
      stacked
      columns={(['name', 'kycEvidence', 'expiresOn'] as const).map((field) => ({
        header: fieldLabel('documents', field),
      }))}
      rows={documents.map((document) => ({
        id: document.id,
        cells: [
          <EvidenceName key="name" document={document} />,
          <RecordValue key="kind" entity="documents" row={document} field="kycEvidence" />,
          <RecordValue key="until" entity="documents" row={document} field="expiresOn" />,
        ],
      }))}
    />
  )

function EvidenceName({ document }: { readonly document: Document }) {
  const pending = usePendingUpload({ entity: 'documents', id: document.id })
  const address = pending ? pendingViewAddress('documents', pending) : viewAddress('documents', document, document.url)
  return <FileName name={document.name} url={document.url} viewAddress={address} />
}

export function MissingEvidence({ documents }: { readonly documents: readonly Document[] }) {
  const { t } = useTranslation('investors')
  const missing = missingEvidence(documents, useToday())
  if (missing.length === 0) return null
  const what = listed(missing.map((kind) => choiceLabel('documents', 'kycEvidence', kind)))
  return (
    <Text size="sm" role="note">
      {t('kycMissing', { what })}
    </Text>
  )
}
