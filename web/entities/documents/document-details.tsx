import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { FileBadge } from '#web/records/files/file-badge.tsx'
import { isFileOnDevice } from '#web/records/files/is-on-device.ts'
import { usePendingUpload } from '#web/records/files/use-pending-upload.ts'
import { pendingViewAddress } from '#web/records/files/view-address.ts'
import { FileName } from '#web/records/columns/file-link.tsx'
import { PinFile } from '#web/records/files/pin-file.tsx'
import { LostFile } from '#web/records/files/lost-file.tsx'
import { RecordDetails } from '#web/records/details/record-details.tsx'
import { RecordFacts } from '#web/records/columns/record-facts.tsx'
import { useMayAll } from '#web/records/data/use-may.ts'
import type { DetailsProps } from '#web/records/list/record-plan.ts'
import { MomentDay } from '#web/ui/format/dates/calendar-day.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Fact } from '#web/ui/page/facts.tsx'
import { DocumentReaders } from './document-readers.tsx'

export function DocumentDetails(props: DetailsProps<'documents'>) {
  const { t } = useTranslation(['documents', 'files'])
  const { row: document } = props
  const isForStaff = useMayAll('documents', 'read')
  return (
    <RecordDetails entity="documents" {...props}>
      <RecordFacts entity="documents" row={document} fields={props.facts}>
        {isForStaff && (
          <Fact name={fieldLabel('documents', 'audience')}>
            <DocumentReaders document={document} />
          </Fact>
        )}
        <Fact name={t('added')}>
          <MomentDay at={document.createdAt} />
        </Fact>
        <Fact name={t('files:file')}>
          <FileFact document={document} />
        </Fact>
        {document.version > 1 && <Fact name={fieldLabel('documents', 'version')}>{count(document.version)}</Fact>}
        {isFileOnDevice('documents', document, document.url) && (
          <Fact name={t('files:keptFact')} wide>
            <PinFile entity="documents" id={document.id} />
          </Fact>
        )}
      </RecordFacts>
    </RecordDetails>
  )
}

function FileFact({ document }: { readonly document: Row<'documents'> }) {
  const { t } = useTranslation('files')
  const { fileName, size } = document
  const pending = usePendingUpload({ entity: 'documents', id: document.id })
  return (
    <>
      {pending && (
        <>
          <FileName name={pending.name} url={null} viewAddress={pendingViewAddress('documents', pending)} />{' '}
        </>
      )}
      {!pending && fileName !== null && <Name>{fileName}</Name>}
      {!pending && size !== null && ` (${t('kilobytes', { n: count(Math.max(1, Math.round(size / 1000))) })}) `}
      <FileBadge entity="documents" row={document} address={document.url} />
      <LostFile entity="documents" row={document} />
    </>
  )
}
