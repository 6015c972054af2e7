import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCalendarDate } from '#schema/money/dates.ts'
import type { EntityName } from '#schema/registry.ts'
import { AmountInput } from '#web/ui/form/amount-input.tsx'
import { DateInput } from '#web/ui/form/date-input.tsx'
import { typedDecimal, writtenDecimal } from '#web/ui/form/typed-decimal.ts'
import { currencySign, currencyUnits } from '#web/ui/format/numbers/money-format.ts'
import type { SearchPatch, SetSearch } from '#web/ui/search/list-search.ts'
import { answerLabel, facetLabel, wordLabel } from './facet-words.ts'
import { type AmountFacet, amountIn, type Bound, type Facet, givenOf, keysOf } from './facets.ts'
import classes from './panel.module.css'
import { PanelEnd } from './panel-end.tsx'
import { Pill } from './pill.tsx'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { useCurrency } from '#web/records/figures/use-exchange.ts'

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
      <PanelEnd onClose={onClose}>
        <Button variant="default" disabled={!isAny} onClick={() => setSearch(nothing)}>
          {t('clearFilters')}
        </Button>
      </PanelEnd>
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
  if (facet.kind === 'days') {
    const { from, to } = given && 'from' in given ? given : {}
    return (
      <div className={classes['bounds']}>
        <DayBound label={t('from')} value={from} onChange={(text) => set(key!, text)} />
        <DayBound label={t('to')} value={to} onChange={(text) => set(otherKey!, text)} />
      </div>
    )
  }
  const { min, max } = given && 'min' in given ? given : {}
  return (
    <div className={classes['bounds']}>
      <AmountBound facet={facet} label={t('from')} value={min} onChange={(text) => set(key!, text)} />
      <AmountBound facet={facet} label={t('to')} value={max} onChange={(text) => set(otherKey!, text)} />
    </div>
  )
}

interface BoundProps<Value> {
  readonly label: string
  readonly value: Value | undefined
  readonly onChange: (text: string | undefined) => void
}

function DayBound({ label, value, onChange }: BoundProps<string>) {
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

interface AmountBoundProps extends BoundProps<Bound> {
  readonly facet: AmountFacet
}

/** The address is written after a pause, because that redraws the list. The bound includes its currency. */
function AmountBound({ facet, label, value, onChange }: AmountBoundProps) {
  const own = useCurrency()
  const currency = value?.currency ?? own
  const units = facet.isMoney ? currencyUnits(currency) : []
  const [typed, setTyped] = useGiven(value ? writtenDecimal(value.amount) : '', units)
  const amount = amountIn(typedDecimal(typed, units))
  const isNew = typed === '' ? value !== undefined : amount !== undefined && amount !== value?.amount
  const bound = amount && facet.isMoney ? `${amount} ${currency}` : amount
  useEffect(() => {
    if (!isNew) return
    const timer = setTimeout(() => onChange(bound), pauseMs)
    return () => clearTimeout(timer)
  })
  const give = useRef<(() => void) | undefined>(undefined)
  useEffect(() => {
    give.current = isNew ? () => onChange(bound) : undefined
  })
  // Closing the panel applies a pending value.
  useEffect(() => () => give.current?.(), [])
  return (
    <AmountInput
      label={label}
      value={typed}
      units={units}
      onChange={setTyped}
      {...(facet.isMoney && { prefix: currencySign(currency) })}
    />
  )
}

/** Keeps the typed text until the address has another value. */
function useGiven(given: string, units: readonly string[] = []) {
  const [state, setState] = useState({ given, typed: given })
  const typed = state.given === given || isSame(state.typed, given, units) ? state.typed : given
  return [typed, (words: string) => setState({ given, typed: words })] as const
}

function isSame(typed: string, given: string, units: readonly string[]): boolean {
  const [one, other] = [typed, given].map((each) => amountIn(typedDecimal(each, units)))
  return typed === given || (one !== undefined && one === other)
}
