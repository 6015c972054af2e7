// Staff see what the investor sees.
import { Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readersOf } from '#schema/entities/documents/entity.ts'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { addDays } from '#schema/money/dates.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { viewAddress } from '#web/records/files/view-address.ts'
import { FileName } from '#web/records/columns/file-link.tsx'
import { useComputed } from '#web/records/data/use-computed.ts'
import { MomentDay } from '#web/ui/format/dates/calendar-day.tsx'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Badge } from '#web/ui/page/badge.tsx'
import classes from './lines.module.css'
import { ShowMore } from './show-more.tsx'

const shownFirst = 5
const daysNew = 30

interface InvestorDocumentsProps {
  readonly projectIds: readonly string[]
  /** Their own documents are included. */
  readonly investors: readonly Pick<Row<'investors'>, 'id'>[]
  readonly hasProjectNames?: boolean
}

type Document = Row<'documents'>

const idsIn = (ids: string): readonly string[] => ids.split(' ').filter(Boolean)

export function InvestorDocuments({ projectIds, investors, hasProjectNames }: InvestorDocumentsProps) {
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
  const [isWhole, setIsWhole] = useState(false)
  const newFrom = addDays(useToday(), -daysNew)
  if (documents.length === 0) return <Text c="dimmed">{t('noPapers')}</Text>
  return (
    <>
      <ul className={classes['lines']}>
        {documents.slice(0, isWhole ? documents.length : shownFirst).map((document) => (
          <li key={document.id}>
            <div>
              <FileName
                name={document.name}
                url={document.url}
                viewAddress={viewAddress('documents', document, document.url)}
              />
              {hasProjectNames && document.projectId && (
                <Text size="sm" c="dimmed">
                  <RecordName entity="projects" id={document.projectId} />
                </Text>
              )}
            </div>
            <div className={classes['date']}>
              {document.createdAt.slice(0, 10) >= newFrom && <Badge tone="brand">{t('newDocument')}</Badge>}
              <Text size="sm" c="dimmed">
                <MomentDay at={document.createdAt} />
              </Text>
            </div>
          </li>
        ))}
      </ul>
      {!isWhole && <ShowMore n={documents.length - shownFirst} onShow={() => setIsWhole(true)} />}
    </>
  )
}
