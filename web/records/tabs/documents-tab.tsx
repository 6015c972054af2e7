import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCallback } from 'react'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { countText, fieldLabel, pluralName, screenText } from '#web/records/names/entity-texts.ts'
import { viewAddress } from '#web/records/files/view-address.ts'
import { FileName } from '#web/records/columns/file-link.tsx'
import { useAddressOf } from '#web/records/names/record-address.ts'
import type { Tab } from '#web/records/details/record-tabs.tsx'
import { RecordValue } from '#web/records/columns/record-value.tsx'
import { ScreenLink } from '#web/records/names/screen-path.tsx'
import { useComputed } from '#web/records/data/use-computed.ts'
import { returnsOnClose } from '#web/ui/search/return-on-close.ts'
import { useMayAll } from '#web/records/data/use-may.ts'

type Owner = 'projectId' | 'investorId'
type Document = Row<'documents'>

/** Call once per screen, so that React keeps the tab. */
export const documentsTab = (via: Owner): Tab => ({
  id: 'documents',
  label: () => pluralName('documents'),
  needs: { entity: 'documents', verb: 'read' },
  component: ({ id }) => <DocumentList via={via} id={id} />,
})

interface DocumentListProps {
  readonly via: Owner
  readonly id: string
}

export function DocumentList({ via, id }: DocumentListProps) {
  const list = useAddressOf()('documents', id)
  const mayAdd = useMayAll('documents', 'create')
  const documents = useComputed(
    'documents',
    useCallback(
      (table: Table<Document>) =>
        table.where(via, id).toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1)),
      [via, id],
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
            search={{ dialog: 'create', [via]: id }}
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
          stacked
          columns={(['name', 'type', 'language'] as const).map((field) => ({ header: fieldLabel('documents', field) }))}
          rows={documents.map((document) => ({
            id: document.id,
            cells: [
              <FileName
                key="name"
                name={document.name}
                url={document.url}
                viewAddress={viewAddress('documents', document, document.url)}
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
