import { IconFileText } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { foldText } from '#web/store/fold-text.ts'
import type { ListScreenProps } from '#web/ui/list-search.ts'
import { Page } from '#web/ui/page.tsx'
import { RecordList } from '#web/records/record-list.tsx'
import { useDates } from '#web/ui/use-dates.ts'
import { documentColumns } from './document-columns.tsx'
import { documentText } from './document-type.ts'

type Document = Row<'documents'>

const sorts = {
  name: ({ name }: Document) => foldText(name),
  type: ({ type }: Document) => type,
  added: ({ createdAt }: Document) => createdAt,
}

export function DocumentsScreen({ search, setSearch }: ListScreenProps) {
  const { t } = useTranslation(['documents', 'fields', 'common'])
  const dates = useDates()
  const columns = useMemo(() => documentColumns(t, dates), [t, dates])
  return (
    <Page title={t('title')} subtitle={t('subtitle')} fill>
      <RecordList
        entity="documents"
        label={t('title')}
        search={search}
        setSearch={setSearch}
        searchHint={t('search')}
        searchText={documentText()}
        sorts={sorts}
        columns={columns}
        icon={IconFileText}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
        noMatch={t('noMatch')}
      />
    </Page>
  )
}
