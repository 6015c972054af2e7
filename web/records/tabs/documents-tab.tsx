// The papers of a project or of an investor: a tab of their details.
import { Stack, Text, Title } from '@mantine/core'
import { useCallback } from 'react'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/contract.ts'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { countedWords, fieldLabel, manyWord, screenText } from '../entity-texts.ts'
import { PaperName } from '../paper-name.tsx'
import type { Tab } from '../record-tabs.tsx'
import { RecordValue } from '../record-value.tsx'
import { useComputed } from '../use-computed.ts'

type Owner = 'projectId' | 'investorId'
type Document = Row<'documents'>

/** Called once per screen, so that the tab stays the same component. */
export const documentsTab = (via: Owner): Tab => ({
  id: 'documents',
  label: () => manyWord('documents'),
  needs: { entity: 'documents', verb: 'read' },
  draw: ({ id }) => <Papers via={via} id={id} />,
})

interface PapersProps {
  readonly via: Owner
  /** The owner's. */
  readonly id: string
}

export function Papers({ via, id }: PapersProps) {
  const papers = useComputed(
    'documents',
    useCallback(
      (table: Table<Document>) =>
        table.where(via, id).toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1)),
      [via, id],
    ),
  )
  return (
    <Stack gap="sm" component="section" aria-label={manyWord('documents')}>
      <Title order={3}>{manyWord('documents')}</Title>
      <Text c="dimmed" size="sm">
        {countedWords('documents', papers.length)}
      </Text>
      {papers.length === 0 ? (
        <Text c="dimmed">{screenText('documents', 'empty')}</Text>
      ) : (
        <PlainTable
          label={manyWord('documents')}
          stacked
          columns={(['name', 'type', 'language'] as const).map((field) => ({ header: fieldLabel('documents', field) }))}
          rows={papers.map((paper) => ({
            id: paper.id,
            cells: [
              <PaperName key="name" {...paper} />,
              <RecordValue key="type" entity="documents" row={paper} field="type" />,
              <RecordValue key="language" entity="documents" row={paper} field="language" />,
            ],
          }))}
        />
      )}
    </Stack>
  )
}
