import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntityName } from '#schema/registry.ts'
import type { SetSearch } from '#web/ui/search/list-search.ts'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { BelongsTo } from './belongs-to.tsx'
import { facetLabel, filterText } from './filter-text.ts'
import { type Facet, filterOf, keysOf } from './facets.ts'
import { parentsIn, type RecordSearch } from '#web/records/names/record-search.ts'
import { useCurrency } from '#web/records/figures/use-exchange.ts'

interface FilterChipsProps {
  readonly entity: EntityName
  readonly facets: readonly Facet[]
  readonly search: RecordSearch
  readonly setSearch: SetSearch<RecordSearch>
}

export function FilterChips({ entity, facets, search, setSearch }: FilterChipsProps) {
  const { t } = useTranslation('common')
  const { date } = useDates()
  const currency = useCurrency()
  const removeKeys = (keys: readonly string[]) => setSearch(Object.fromEntries(keys.map((key) => [key, undefined])))
  return (
    <>
      {Object.entries(parentsIn(entity, search)).map(([reference, id]) => (
        <Chip key={reference} onRemove={() => removeKeys([reference])}>
          <BelongsTo entity={entity} reference={reference} id={id} />
        </Chip>
      ))}
      {facets.map((facet) => {
        const filter = filterOf(facet, search)
        if (!filter) return null
        const keys = keysOf(facet)
        const value = filterText(entity, facet, filter, { date, currency })
        return (
          <Chip key={keys[0]} onRemove={() => removeKeys(keys)}>
            {t('labelled', { label: facetLabel(entity, facet), value })}
          </Chip>
        )
      })}
    </>
  )
}

interface ChipProps {
  readonly onRemove: () => void
  readonly children: ReactNode
}

function Chip({ onRemove, children }: ChipProps) {
  const { t } = useTranslation('common')
  return (
    <Button
      variant="light"
      title={t('removeFilter')}
      onClick={onRemove}
      rightSection={<IconX size={18} stroke={1.6} aria-hidden="true" />}
    >
      {children}
    </Button>
  )
}
