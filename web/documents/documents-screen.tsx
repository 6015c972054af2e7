import { Button } from '@mantine/core'
import { IconExternalLink, IconFileText } from '@tabler/icons-react'
import i18next from 'i18next'
import { isOwnCall } from '#schema/own-call.ts'
import { recordScreen, type RowEnd } from '#web/records/record-plan.ts'
import { RecordName } from '#web/records/record-name.tsx'
import { RecordScreen, type RecordScreenProps } from '#web/records/record-screen.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { RowActions } from '#web/ui/table/row-actions.tsx'
import { useDates } from '#web/ui/format/use-dates.ts'
import { documentText, documentTypeName } from './document-type.ts'

const documents = recordScreen({
  entity: 'documents',
  icon: IconFileText,
  searchText: documentText,
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

/**
 * No link for an address that is one of the server's own calls: it would do something instead of showing a document.
 */
const link: RowEnd<'documents'> = {
  width: '8rem',
  cell: ({ url }) =>
    url &&
    !isOwnCall(url, location.origin) && (
      <RowActions>
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          variant="subtle"
          leftSection={<IconExternalLink size={18} stroke={1.6} aria-hidden="true" />}
        >
          {i18next.t('documents:view')}
        </Button>
      </RowActions>
    ),
}

export const DocumentsScreen = ({ search, setSearch }: RecordScreenProps) => (
  <RecordScreen of={documents} rowEnd={link} search={search} setSearch={setSearch} />
)
