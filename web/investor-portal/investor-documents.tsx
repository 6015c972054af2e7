// Staff see what the investor sees.
import { Text } from '@mantine/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { readersOf } from '#schema/entities/documents/entity.ts'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { viewAddress } from '#web/records/files/view-address.ts'
import { FileName } from '#web/records/columns/file-link.tsx'
import { useComputed } from '#web/records/data/use-computed.ts'
import { MomentDay } from '#web/ui/format/dates/calendar-day.tsx'
import classes from './lines.module.css'

interface InvestorDocumentsProps {
  readonly projectIds: readonly string[]
  /** Their own documents are included. */
  readonly investors: readonly Pick<Row<'investors'>, 'id'>[]
}

type Document = Row<'documents'>

const idsIn = (ids: string): readonly string[] => ids.split(' ').filter(Boolean)

export function InvestorDocuments({ projectIds, investors }: InvestorDocumentsProps) {
  const { t } = useTranslation('portal')
  const projects = projectIds.join(' ')
  const owners = investors.map(({ id }) => id).join(' ')
  const visible = useComputed(
    'projects',
    useCallback(
      (table: Table<Row<'projects'>>) => idsIn(projects).filter((id) => table.get(id)?.isVisibleToInvestors),
      [projects],
    ),
  )
  const documents = useComputed(
    'documents',
    useCallback(
      (table: Table<Document>) =>
        [
          ...visible.flatMap((id) =>
            table.where('projectId', id).filter((each) => readersOf(each, true) === 'INVESTORS'),
          ),
          ...idsIn(owners).flatMap((id) => table.where('investorId', id)),
        ].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)),
      [visible, owners],
    ),
  )
  if (documents.length === 0) return <Text c="dimmed">{t('noPapers')}</Text>
  return (
    <ul className={classes['lines']}>
      {documents.map((document) => (
        <li key={document.id}>
          <FileName
            name={document.name}
            url={document.url}
            viewAddress={viewAddress('documents', document, document.url)}
          />
          <Text size="sm" c="dimmed">
            <MomentDay at={document.createdAt} />
          </Text>
        </li>
      ))}
    </ul>
  )
}
