import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntityName } from '#schema/registry.ts'
import type { SetSearch } from '#web/ui/search/list-search.ts'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { BelongsTo } from './belongs-to.tsx'
import { facetLabel, givenWords } from './facet-words.ts'
import { type Facet, givenOf, keysOf } from './facets.ts'
import { belongingTo, type RecordSearch } from '#web/records/names/record-search.ts'
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
  const without = (keys: readonly string[]) => setSearch(Object.fromEntries(keys.map((key) => [key, undefined])))
  return (
    <>
      {Object.entries(belongingTo(entity, search)).map(([reference, id]) => (
        <Chip key={reference} onRemove={() => without([reference])}>
          <BelongsTo entity={entity} reference={reference} id={id} />
        </Chip>
      ))}
      {facets.map((facet) => {
        const given = givenOf(facet, search)
        if (!given) return null
        const keys = keysOf(facet)
        const value = givenWords(entity, facet, given, { date, currency })
        return (
          <Chip key={keys[0]} onRemove={() => without(keys)}>
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
