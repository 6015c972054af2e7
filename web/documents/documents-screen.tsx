import { IconFileText } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { documentTypes } from '#schema/enumerations.ts'
import type { Row } from '#schema/registry.ts'
import { foldText } from '#web/store/fold-text.ts'
import type { ListScreenProps } from '#web/ui/list-search.ts'
import { Page } from '#web/ui/page.tsx'
import { RecordList } from '#web/ui/record-list.tsx'
import { documentColumns } from './document-columns.tsx'

type Document = Row<'documents'>

const sorts = {
  name: ({ name }: Document) => foldText(name),
  type: ({ type }: Document) => type,
  added: ({ createdAt }: Document) => createdAt,
}

export function DocumentsScreen({ search, setSearch }: ListScreenProps) {
  const { t } = useTranslation(['documents', 'fields', 'common'])
  const typeName = useCallback(
    (type: string | null): string => {
      const known = documentTypes.find((each) => each === type)
      return known ? t(`fields:documentType.${known}`) : (type ?? t('common:notSpecified'))
    },
    [t],
  )
  const searchText = useCallback(({ name, type }: Document) => `${name} ${type ?? ''} ${typeName(type)}`, [typeName])
  const columns = useMemo(() => documentColumns(t, typeName), [t, typeName])
  return (
    <Page title={t('title')} subtitle={t('subtitle')} fill>
      <RecordList
        entity="documents"
        label={t('title')}
        search={search}
        setSearch={setSearch}
        searchHint={t('search')}
        searchText={searchText}
        sorts={sorts}
        columns={columns}
        icon={IconFileText}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
        noMatch={t('noMatch')}
      />
    </Page>
  )
}
