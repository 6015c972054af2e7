import { IconFileText } from '@tabler/icons-react'
import i18next from 'i18next'
import { audienceOfType } from '#schema/entities/documents/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { choiceLabel, fieldLabel } from '#web/records/names/entity-texts.ts'
import { FileBadge } from '#web/records/files/file-badge.tsx'
import { formOf, type FormValues } from '#web/records/form/form-of.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import type { Row } from '#schema/registry.ts'
import type { RecordScreenProps, ScreenPlan } from '#web/records/list/record-plan.ts'
import { recordScreen } from '#web/records/record-screen.tsx'
import { useMayAll } from '#web/records/data/use-may.ts'
import { MomentDay } from '#web/ui/format/dates/calendar-day.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { documentActions } from './document-actions.ts'
import { DocumentReaders, readersOrder, readersText } from './document-readers.tsx'
import { documentText } from './document-type.ts'

const facts = ['type', 'projectId', 'investorId', 'kycEvidence', 'expiresOn', 'language'] as const

const plan: ScreenPlan<'documents'> = {
  entity: 'documents',
  icon: IconFileText,
  searchText: documentText,
  filters: ['type', 'projectId', 'investorId', 'audience', 'language', 'createdAt'],
  createDialog: preloadable(() => import('./upload-document.tsx').then((each) => each.UploadDocument)),
  facts,
  details: preloadable(() => import('./document-details.tsx').then((each) => each.DocumentDetails)),
  actions: documentActions,
  columns: {
    primary: { badge: (document) => <FileBadge entity="documents" row={document} address={document.url} /> },
    others: [
      { field: 'type', width: '7rem', fallback: <NotSpecified /> },
      {
        id: 'belongsTo',
        header: () => i18next.t('documents:belongsTo'),
        cell: ({ projectId, investorId }) => {
          if (projectId) return <RecordName entity="projects" id={projectId} />
          return investorId ? <RecordName entity="investors" id={investorId} /> : i18next.t('common:none')
        },
      },
      {
        id: 'audience',
        header: () => fieldLabel('documents', 'audience'),
        sort: readersOrder,
        cell: (document) => <DocumentReaders document={document} />,
        text: (document, read) =>
          readersText(document, read('projects', document.projectId ?? '') as Row<'projects'> | undefined),
      },
      { field: 'language', width: '6.75rem', drops: 'first' },
      {
        id: 'createdAt',
        header: () => i18next.t('documents:added'),
        width: '8.25rem',
        sort: ({ createdAt }) => createdAt,
        cell: ({ createdAt }) => <MomentDay at={createdAt} />,
        text: ({ createdAt }) => createdAt,
      },
    ],
  },
}

/** Until the person chooses, the document type decides. */
const audienceIn = ({ type }: FormValues): string =>
  choiceLabel('documents', 'audience', audienceOfType(typeof type === 'string' ? type : null))

const expiry = { field: 'expiresOn', when: ({ kycEvidence }: Values) => Boolean(kycEvidence) } as const

const ForStaff = recordScreen({
  ...plan,
  facts: [...facts, 'uploadedBy'],
  form: formOf('documents', [
    { field: 'name', isWide: true },
    'type',
    { field: 'audience', whenEmpty: audienceIn },
    'projectId',
    'investorId',
    { field: 'kycEvidence', when: ({ investorId }) => Boolean(investorId) },
    expiry,
    'language',
  ]),
  deletePlan: true,
})

const { columns } = plan
/** Investors see only their own documents, so this list has no audience column. */
const ForInvestors = recordScreen({
  ...plan,
  filters: ['type', 'language', 'createdAt'],
  columns: { ...columns, others: columns.others.filter((each) => !('id' in each && each.id === 'audience')) },
  // An investor with several records chooses one, and cannot change it later.
  form: formOf('documents', [
    { field: 'name', isWide: true },
    'type',
    { field: 'investorId', options: { create: [] } },
    'kycEvidence',
    expiry,
    'language',
  ]),
})

export const DocumentsScreen = (props: RecordScreenProps) =>
  useMayAll('documents', 'read') ? <ForStaff {...props} /> : <ForInvestors {...props} />

function NotSpecified() {
  return i18next.t('common:notSpecified')
}
