import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { isOwnCall } from '#schema/own-call.ts'
import type { Row } from '#schema/registry.ts'
import type { Dates } from '#web/ui/use-dates.ts'
import { RecordName } from '#web/records/record-name.tsx'
import { Name } from '#web/ui/name.tsx'
import { PrimaryCell } from '#web/records/primary-cell.tsx'
import { RowActions } from '#web/ui/row-actions.tsx'
import { type Column, columnsOf } from '#web/ui/table-columns.ts'
import { documentTypeName } from './document-type.ts'

type Document = Row<'documents'>
type Words = TFunction<['documents', 'fields', 'common']>

const helper = columnsOf<Document>()

export function documentColumns(t: Words, dates: Dates): readonly Column<Document>[] {
  return [
    helper.display({
      id: 'name',
      header: t('fields:name.name'),
      meta: { sortable: true },
      cell: ({ row: { original } }) => (
        <PrimaryCell
          entity="documents"
          id={original.id}
          title={<Name>{original.name}</Name>}
          narrow={<Name>{documentTypeName(original.type)}</Name>}
        />
      ),
    }),
    helper.display({
      id: 'type',
      header: t('fields:name.type'),
      meta: { sortable: true, width: '10rem', hideBelow: 'medium' },
      cell: ({ row: { original } }) => <Name>{documentTypeName(original.type)}</Name>,
    }),
    helper.display({
      id: 'belongsTo',
      header: t('belongsTo'),
      meta: { width: '25%', hideBelow: 'wide' },
      cell: ({ row: { original } }) => {
        if (original.projectId) return <RecordName entity="projects" id={original.projectId} />
        return original.investorId ? <RecordName entity="investors" id={original.investorId} /> : t('common:none')
      },
    }),
    helper.display({
      id: 'added',
      header: t('added'),
      meta: { sortable: true, width: '8rem', hideBelow: 'medium' },
      cell: ({ row: { original } }) => dates.day(original.createdAt),
    }),
    helper.display({
      id: 'actions',
      header: t('common:actions'),
      meta: { width: '8rem', align: 'end' },
      cell: ({ row: { original } }) =>
        original.url &&
        !isOwnCall(original.url, location.origin) && (
          <RowActions>
            <Button
              component="a"
              href={original.url}
              target="_blank"
              rel="noopener noreferrer"
              variant="subtle"
              leftSection={<IconExternalLink size={18} stroke={1.6} aria-hidden="true" />}
            >
              {t('view')}
            </Button>
          </RowActions>
        ),
    }),
  ]
}
