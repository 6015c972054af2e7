import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCallback } from 'react'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { countText, fieldLabel, pluralName, screenText } from '#web/records/names/entity-texts.ts'
import type { PendingUpload } from '#web/store/base/pending-upload.ts'
import { usePendingUploads } from '#web/records/files/use-pending-upload.ts'
import { pendingViewAddress, viewAddress } from '#web/records/files/view-address.ts'
import { FileName } from '#web/records/columns/file-link.tsx'
import { useRecordLink } from '#web/records/names/record-link-context.ts'
import type { Tab, TabProps } from '#web/records/details/record-tabs.tsx'
import { RecordValue } from '#web/records/columns/record-value.tsx'
import { ScreenLink } from '#web/records/names/screen-path.tsx'
import { useComputed } from '#web/records/data/use-computed.ts'
import { returnsOnClose } from '#web/ui/search/return-on-close.ts'
import { useRow } from '#web/records/data/use-table.ts'
import { useMayAll } from '#web/records/data/use-may.ts'

type Owner = 'projectId' | 'investorId'
type Document = Row<'documents'>

/** Call once per screen, so that React keeps the tab. */
export const documentsTab = (via: Owner): Tab => ({
  id: 'documents',
  label: () => pluralName('documents'),
  needs: { entity: 'documents', verb: 'read' },
  component: ({ id }) => <DocumentList owners={{ [via]: id }} />,
})

/** What concerns this investor in this project. */
export const investmentDocuments: Tab = {
  id: 'documents',
  label: () => pluralName('documents'),
  needs: { entity: 'documents', verb: 'read' },
  component: InvestmentDocuments,
}

function InvestmentDocuments({ id }: TabProps) {
  const { projectId, investorId } = useRow('investments', id) ?? {}
  return projectId && investorId && <DocumentList owners={{ projectId, investorId }} />
}

function viewAddressOf(document: Document, pending: readonly PendingUpload[]): string | undefined {
  const upload = pending.find(({ entity, id }) => entity === 'documents' && id === document.id)
  return upload ? pendingViewAddress('documents', upload) : viewAddress('documents', document, document.url)
}

interface DocumentListProps {
  /** The documents belong to all of them. */
  readonly owners: { readonly [via in Owner]?: string }
}

export function DocumentList({ owners: { projectId, investorId } }: DocumentListProps) {
  const owner = projectId ?? investorId ?? ''
  const list = useRecordLink()('documents', owner)
  const mayAdd = useMayAll('documents', 'create')
  const pending = usePendingUploads()
  const documents = useComputed(
    'documents',
    useCallback(
      (table: Table<Document>) =>
        table
          .where(projectId ? 'projectId' : 'investorId', owner)
          .filter((document) => !projectId || !investorId || document.investorId === investorId)
          .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1)),
      [projectId, investorId, owner],
    ),
  )
  return (
    <Stack gap="sm" component="section" aria-label={pluralName('documents')}>
      <Group justify="space-between">
        <Title order={3}>{pluralName('documents')}</Title>
        {list && mayAdd && (
          <Button
            component={ScreenLink}
            to={list.to}
            search={{ dialog: 'create', ...(projectId && { projectId }), ...(investorId && { investorId }) }}
            // The router's type of a state allows no keys of ours.
            state={returnsOnClose as never}
            variant="default"
            leftSection={<IconPlus size={18} stroke={1.6} aria-hidden="true" />}
          >
            {screenText('documents', 'create')}
          </Button>
        )}
      </Group>
      <Text c="dimmed" size="sm">
        {countText('documents', documents.length)}
      </Text>
      {documents.length === 0 ? (
        <Text c="dimmed">{screenText('documents', 'empty')}</Text>
      ) : (
        <PlainTable
          label={pluralName('documents')}
          stacked="lines"
          columns={(['name', 'type', 'language'] as const).map((field) => ({
            header: fieldLabel('documents', field),
            ...(field === 'language' && { hideNarrow: true as const }),
          }))}
          rows={documents.map((document) => ({
            id: document.id,
            cells: [
              <FileName
                key="name"
                name={document.name}
                url={document.url}
                viewAddress={viewAddressOf(document, pending)}
              />,
              <RecordValue key="type" entity="documents" row={document} field="type" />,
              <RecordValue key="language" entity="documents" row={document} field="language" />,
            ],
          }))}
        />
      )}
    </Stack>
  )
}
