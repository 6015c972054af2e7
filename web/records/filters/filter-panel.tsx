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
import { booleanLabel, facetLabel, optionLabel } from './filter-text.ts'
import { type AmountFacet, parseAmount, type Bound, type Facet, filterOf, keysOf } from './facets.ts'
import classes from './panel.module.css'
import { PanelFooter } from './panel-footer.tsx'
import { Pill } from './pill.tsx'
import { ReferenceSelect } from '#web/records/names/reference-select.tsx'
import { parentsIn, type RecordSearch } from '#web/records/names/record-search.ts'
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
  const isSet = (facet: Facet) =>
    facet.kind === 'reference' ? facet.field in parentsIn(props.entity, search) : filterOf(facet, search)
  const hasFilters = facets.some(isSet)
  const noFilters = Object.fromEntries(facets.flatMap(keysOf).map((key) => [key, undefined]))
  return (
    <div className={classes['panel']}>
      {facets.map((facet) => (
        <fieldset key={keysOf(facet)[0]} className={classes['facet']}>
          <legend>{facetLabel(props.entity, facet)}</legend>
          <FacetInput facet={facet} {...props} />
        </fieldset>
      ))}
      <PanelFooter onClose={onClose}>
        <Button variant="default" disabled={!hasFilters} onClick={() => setSearch(noFilters)}>
          {t('clearFilters')}
        </Button>
      </PanelFooter>
    </div>
  )
}

interface FacetInputProps extends FilterPanelProps {
  readonly facet: Facet
}

function FacetInput({ entity, facet, search, setSearch }: FacetInputProps) {
  const { t } = useTranslation('common')
  const group = useId()
  const filter = filterOf(facet, search)
  const [key, otherKey] = keysOf(facet)
  const set = (filterKey: string, text: string | undefined) =>
    setSearch({ [filterKey]: text || undefined } as SearchPatch<RecordSearch>)
  if (facet.kind === 'choice' || facet.kind === 'state') {
    const chosen = filter && 'words' in filter ? filter.words : []
    const toggle = (value: string) =>
      set(key!, (chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]).join(','))
    const options = [...new Set([...(facet.kind === 'state' ? facet.states : facet.options), ...chosen])]
    return (
      <div className={classes['options']}>
        {options.map((option) => (
          <Pill key={option} type="checkbox" checked={chosen.includes(option)} onChange={() => toggle(option)}>
            {optionLabel(entity, facet, option)}
          </Pill>
        ))}
      </div>
    )
  }
  if (facet.kind === 'reference')
    return (
      <ReferenceSelect
        entity={facet.to}
        aria-label={facetLabel(entity, facet)}
        value={parentsIn(entity, search)[facet.field] ?? null}
        onChange={(id) => set(key!, id ?? undefined)}
        // Inside the panel, which a press outside closes.
        comboboxProps={{ withinPortal: false }}
        clearable
      />
    )
  if (facet.kind === 'flag' || facet.kind === 'has') {
    const is = filter && 'is' in filter ? filter.is : null
    return (
      <div className={classes['options']}>
        {[null, true, false].map((choice) => (
          <Pill
            key={String(choice)}
            type="radio"
            name={group}
            checked={is === choice}
            onChange={() => set(key!, choice === null ? undefined : choice ? 'yes' : 'no')}
          >
            {choice === null ? t('any') : booleanLabel(entity, facet, choice)}
          </Pill>
        ))}
      </div>
    )
  }
  if (facet.kind === 'days') {
    const { from, to } = filter && 'from' in filter ? filter : {}
    return (
      <div className={classes['bounds']}>
        <DayBound label={t('from')} value={from} onChange={(text) => set(key!, text)} />
        <DayBound label={t('to')} value={to} onChange={(text) => set(otherKey!, text)} />
      </div>
    )
  }
  const { min, max } = filter && 'min' in filter ? filter : {}
  return (
    <div className={classes['bounds']}>
      <AmountBound facet={facet} label={t('minimum')} value={min} onChange={(text) => set(key!, text)} />
      <AmountBound facet={facet} label={t('maximum')} value={max} onChange={(text) => set(otherKey!, text)} />
    </div>
  )
}

interface BoundProps<Value> {
  readonly label: string
  readonly value: Value | undefined
  readonly onChange: (text: string | undefined) => void
}

function DayBound({ label, value, onChange }: BoundProps<string>) {
  const [typed, setTyped] = useTypedText(value ?? '')
  return (
    <DateInput
      label={label}
      value={typed}
      onChange={(text) => {
        setTyped(text)
        if (text === '' || isCalendarDate(text)) onChange(text)
      }}
    />
  )
}

interface AmountBoundProps extends BoundProps<Bound> {
  readonly facet: AmountFacet
}

/** The address is written after a pause, because that rerenders the list. The bound includes its currency. */
function AmountBound({ facet, label, value, onChange }: AmountBoundProps) {
  const ownCurrency = useCurrency()
  const currency = value?.currency ?? ownCurrency
  const units = facet.isMoney ? currencyUnits(currency) : []
  const [typed, setTyped] = useTypedText(value ? writtenDecimal(value.amount) : '', units)
  const amount = parseAmount(typedDecimal(typed, units))
  const isNew = typed === '' ? value !== undefined : amount !== undefined && amount !== value?.amount
  const bound = amount && facet.isMoney ? `${amount} ${currency}` : amount
  useEffect(() => {
    if (!isNew) return
    const timer = setTimeout(() => onChange(bound), pauseMs)
    return () => clearTimeout(timer)
  })
  const applyNow = useRef<(() => void) | undefined>(undefined)
  useEffect(() => {
    applyNow.current = isNew ? () => onChange(bound) : undefined
  })
  // Closing the panel applies a pending value.
  useEffect(() => () => applyNow.current?.(), [])
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
function useTypedText(value: string, units: readonly string[] = []) {
  const [state, setState] = useState({ value, typed: value })
  const typed = state.value === value || isSame(state.typed, value, units) ? state.typed : value
  return [typed, (text: string) => setState({ value, typed: text })] as const
}

function isSame(typed: string, value: string, units: readonly string[]): boolean {
  const [one, other] = [typed, value].map((each) => parseAmount(typedDecimal(each, units)))
  return typed === value || (one !== undefined && one === other)
}
