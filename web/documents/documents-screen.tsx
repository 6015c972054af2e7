import { IconExternalLink, IconFileText } from '@tabler/icons-react'
import i18next from 'i18next'
import { isOwnCall } from '#schema/own-call.ts'
import { RecordName } from '#web/records/record-name.tsx'
import { recordScreen } from '#web/records/record-screen.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { useDates } from '#web/ui/format/use-dates.ts'
import { documentText, documentTypeName } from './document-type.ts'

export const DocumentsScreen = recordScreen({
  entity: 'documents',
  icon: IconFileText,
  searchText: documentText,
  facts: ['type', 'projectId', 'investorId', 'language'],
  actions: [
    {
      id: 'view',
      icon: IconExternalLink,
      label: () => i18next.t('documents:view'),
      // One of the server's own calls would do something instead of showing a document.
      href: ({ url }) => (url && !isOwnCall(url, location.origin) ? url : undefined),
      isElsewhere: true,
    },
  ],
  columns: {
    primary: { narrow: ({ type }) => <Name>{documentTypeName(type)}</Name> },
    others: [
      { field: 'type', width: '10rem', hideBelow: 'medium', otherwise: <NotSpecified /> },
      {
        id: 'belongsTo',
        header: () => i18next.t('documents:belongsTo'),
        width: '25%',
        hideBelow: 'wide',
        cell: ({ projectId, investorId }) => {
          if (projectId) return <RecordName entity="projects" id={projectId} />
          return investorId ? <RecordName entity="investors" id={investorId} /> : i18next.t('common:none')
        },
      },
      {
        id: 'added',
        header: () => i18next.t('documents:added'),
        width: '8rem',
        hideBelow: 'medium',
        sort: ({ createdAt }) => createdAt,
        cell: ({ createdAt }) => <Added at={createdAt} />,
      },
    ],
  },
})

function NotSpecified() {
  return i18next.t('common:notSpecified')
}

const Added = ({ at }: { readonly at: string }) => useDates().day(at)
