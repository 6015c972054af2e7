// What a list can be filtered by: each choice applies at once and stands in the address.
import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCalendarDate } from '#schema/dates.ts'
import type { EntityName } from '#schema/registry.ts'
import { AmountInput } from '#web/ui/form/amount-input.tsx'
import { DateInput } from '#web/ui/form/date-input.tsx'
import { typedDecimal, writtenDecimal } from '#web/ui/form/typed-decimal.ts'
import type { SearchPatch, SetSearch } from '#web/ui/search/list-search.ts'
import { answerLabel, facetLabel, wordLabel } from './facet-words.ts'
import { boundIn, type Facet, givenOf, keysOf } from './facets.ts'
import classes from './panel.module.css'
import { Pill } from './pill.tsx'
import type { RecordSearch } from './record-search.ts'

export interface FilterPanelProps {
  readonly entity: EntityName
  readonly facets: readonly Facet[]
  readonly search: RecordSearch
  readonly setSearch: SetSearch<RecordSearch>
}

const pauseMs = 300

export function FilterPanel({ onClose, ...props }: FilterPanelProps & { readonly onClose: () => void }) {
  const { t } = useTranslation('common')
  const { facets, search, setSearch } = props
  const isAny = facets.some((facet) => givenOf(facet, search))
  const nothing = Object.fromEntries(facets.flatMap(keysOf).map((key) => [key, undefined]))
  return (
    <div className={classes['panel']}>
      {facets.map((facet) => (
        <fieldset key={keysOf(facet)[0]} className={classes['facet']}>
          <legend>{facetLabel(props.entity, facet)}</legend>
          <FacetInput facet={facet} {...props} />
        </fieldset>
      ))}
      <div className={classes['end']}>
        <Button variant="default" disabled={!isAny} onClick={() => setSearch(nothing)}>
          {t('clearFilters')}
        </Button>
        <Button onClick={onClose}>{t('done')}</Button>
      </div>
    </div>
  )
}

interface FacetInputProps extends FilterPanelProps {
  readonly facet: Facet
}

function FacetInput({ entity, facet, search, setSearch }: FacetInputProps) {
  const { t } = useTranslation('common')
  const group = useId()
  const given = givenOf(facet, search)
  const [key, otherKey] = keysOf(facet)
  const set = (at: string, text: string | undefined) =>
    setSearch({ [at]: text || undefined } as SearchPatch<RecordSearch>)
  if (facet.kind === 'choice' || facet.kind === 'state') {
    const chosen = given && 'words' in given ? given.words : []
    const turn = (word: string) =>
      set(key!, (chosen.includes(word) ? chosen.filter((each) => each !== word) : [...chosen, word]).join(','))
    const offered = [...new Set([...(facet.kind === 'state' ? facet.states : facet.options), ...chosen])]
    return (
      <div className={classes['options']}>
        {offered.map((word) => (
          <Pill key={word} type="checkbox" checked={chosen.includes(word)} onChange={() => turn(word)}>
            {wordLabel(entity, facet, word)}
          </Pill>
        ))}
      </div>
    )
  }
  if (facet.kind === 'flag' || facet.kind === 'has') {
    const is = given && 'is' in given ? given.is : null
    return (
      <div className={classes['options']}>
        {[null, true, false].map((answer) => (
          <Pill
            key={String(answer)}
            type="radio"
            name={group}
            checked={is === answer}
            onChange={() => set(key!, answer === null ? undefined : answer ? 'yes' : 'no')}
          >
            {answer === null ? t('any') : answerLabel(entity, facet, answer)}
          </Pill>
        ))}
      </div>
    )
  }
  const [first, second] =
    given && 'min' in given ? [given.min, given.max] : given && 'from' in given ? [given.from, given.to] : []
  const Bound = facet.kind === 'days' ? DayBound : AmountBound
  return (
    <div className={classes['bounds']}>
      <Bound label={t('from')} value={first} onChange={(text) => set(key!, text)} />
      <Bound label={t('to')} value={second} onChange={(text) => set(otherKey!, text)} />
    </div>
  )
}

interface BoundProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (text: string | undefined) => void
}

/** Only a whole date goes to the address. */
function DayBound({ label, value, onChange }: BoundProps) {
  const [typed, setTyped] = useGiven(value ?? '')
  return (
    <DateInput
      label={label}
      value={typed}
      onChange={(words) => {
        setTyped(words)
        if (words === '' || isCalendarDate(words)) onChange(words)
      }}
    />
  )
}

/** The address follows after a pause, because writing it redraws the list. */
function AmountBound({ label, value, onChange }: BoundProps) {
  const [typed, setTyped] = useGiven(value ? writtenDecimal(value) : '')
  const bound = boundIn(typedDecimal(typed))
  const isNew = typed === '' ? value !== undefined : bound !== undefined && bound !== value
  useEffect(() => {
    if (!isNew) return
    const timer = setTimeout(() => onChange(bound), pauseMs)
    return () => clearTimeout(timer)
  })
  const give = useRef<(() => void) | undefined>(undefined)
  useEffect(() => {
    give.current = isNew ? () => onChange(bound) : undefined
  })
  // Whoever closes the panel at once has chosen it all the same.
  useEffect(() => () => give.current?.(), [])
  return <AmountInput label={label} value={typed} units={[]} onChange={setTyped} />
}

/** The person's words, until the address says something else. */
function useGiven(given: string) {
  const [state, setState] = useState({ given, typed: given })
  const typed = state.given === given ? state.typed : sameValue(state.typed, given) ? state.typed : given
  return [typed, (words: string) => setState({ given, typed: words })] as const
}

const sameValue = (typed: string, given: string): boolean =>
  typed === given ||
  (boundIn(typedDecimal(typed)) !== undefined && boundIn(typedDecimal(typed)) === boundIn(typedDecimal(given)))
