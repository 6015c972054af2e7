// A record under a similar name may exist already; the new one can be saved all the same.
import { Button } from '@mantine/core'
import { IconCopyCheck } from '@tabler/icons-react'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { areSimilarNames } from '#schema/kernel/similar/similar-words.ts'
import type { Row } from '#schema/registry.ts'
import type { ViewOptions } from '#web/store/base/contract.ts'
import { useView } from '#web/records/data/use-view.ts'
import { type NamedEntity, screenText } from '#web/records/names/entity-texts.ts'
import { type TitleViewOptions, titleViewOptions } from '#web/records/names/title-view-options.ts'
import { useOpenRecord } from '#web/records/names/use-open-record.ts'
import { Name } from '#web/ui/format/name.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { Banner } from '#web/ui/page/banner.tsx'
import { useStore } from '#web/ui/store-context.ts'
import type { FormNotice } from './form-fields.tsx'

const maxCompared = 40
const maxShown = 3

export const similarNames = (entity: NamedEntity): FormNotice =>
  function SimilarNames({ values, mode }) {
    const { searchText } = titleViewOptions(useStore(), entity) as TitleViewOptions
    const name = useDeferredValue(searchText(values as AnyRow).trim())
    return mode === 'create' && name !== '' && <SimilarRecords entity={entity} name={name} />
  }

interface SimilarRecordsProps {
  readonly entity: NamedEntity
  readonly name: string
}

function SimilarRecords({ entity, name }: SimilarRecordsProps) {
  const { t } = useTranslation('common')
  const openRecord = useOpenRecord()
  const byName = titleViewOptions(useStore(), entity) as TitleViewOptions
  const { rows, similar } = useView(
    entity,
    useMemo(() => ({ ...byName, search: name, findsSimilar: true }) as ViewOptions<Row<NamedEntity>>, [byName, name]),
  )
  const named = useMemo(
    () =>
      [rows, similar]
        .flatMap((list) => list.slice(0, maxCompared))
        .map((row) => ({ id: row.id, name: byName.searchText(row) }))
        .filter((each) => areSimilarNames(name, each.name))
        .slice(0, maxShown),
    [rows, similar, byName, name],
  )
  if (named.length === 0) return null
  return (
    <div data-wide="true">
      <Banner
        icon={IconCopyCheck}
        text={screenText(entity, 'similarName')}
        action={named.map((each) => (
          <Button key={each.id} variant="default" onClick={openRecord(entity, each.id)}>
            <Sentence
              format={(title) => t('openNamed', { name: title })}
              parts={[<Name key="name">{each.name}</Name>]}
            />
          </Button>
        ))}
      />
    </div>
  )
}
