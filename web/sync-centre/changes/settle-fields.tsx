import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conflict } from '#schema/sync/protocol.ts'
import type { Choice, OutboxEntry } from '#web/store/base/contract.ts'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { Listed, listed } from '#web/ui/format/listed.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { fieldName } from '#web/records/names/change-text.ts'
import { FieldValue } from '#web/records/columns/field-value.tsx'
import { conflictGroups } from './change-parts.ts'
import classes from '#web/sync-centre/sync-centre.module.css'

type Keep = Choice['keep']

export function SettleFields({ entry }: { readonly entry: OutboxEntry }) {
  const { t } = useTranslation(['sync', 'common'])
  const store = useStore()
  const { moment } = useDates()
  const [chosen, setChosen] = useState<Readonly<Record<string, Keep>>>({})
  const groups = conflictGroups(entry.verdict?.conflicts ?? [])
  const choose = (key: string, keep: Keep) => {
    const next = { ...chosen, [key]: keep }
    setChosen(next)
    const choices = groups.flatMap((group): Choice[] => {
      const decided = next[group.key]
      return decided ? [{ id: group.id, field: group.field, keep: decided }] : []
    })
    if (choices.length < groups.length) return
    const isMine = choices.some((each) => each.keep === 'mine')
    void reportResult(
      () => store.settle(entry.id, choices),
      () => toast.success(isMine ? t('retried') : t('tookTheirs')),
      t('common:errorOccurred'),
    )
  }
  return groups.map(({ key, conflicts }) => (
    <fieldset key={key} className={classes['choice']}>
      <legend>{listed(conflicts.map(({ entity, field }) => fieldName(entity, field)))}</legend>
      {(['mine', 'theirs'] as const).map((keep) => (
        <Button
          key={keep}
          variant={chosen[key] === keep ? 'filled' : 'default'}
          className={classes['decision'] ?? ''}
          h="auto"
          {...(groups.length > 1 ? { 'aria-pressed': chosen[key] === keep } : {})}
          onClick={() => choose(key, keep)}
        >
          {keep === 'mine' ? (
            <Sentence format={(value) => t('keepValue', { value })} parts={[valuesOf(conflicts, 'yours')]} />
          ) : (
            <Sentence
              format={(value, who) => t('useValue', { value, who })}
              parts={[valuesOf(conflicts, 'theirs'), authorOf(conflicts)]}
            />
          )}
        </Button>
      ))}
    </fieldset>
  ))

  function valuesOf(conflicts: readonly Conflict[], side: 'yours' | 'theirs'): ReactNode {
    const parts = conflicts.map((each) => (
      <FieldValue key={each.field} owner={{ ...each, names: entry.names }} field={each.field} value={each[side]} />
    ))
    return <Listed parts={parts} />
  }

  function authorOf([first]: readonly Conflict[]): ReactNode {
    const writer = <Name key="who">{first?.by ?? t('somebodyElse')}</Name>
    const at = first?.at
    if (!at) return writer
    return <Sentence format={(who) => t('whoAndWhen', { who, when: moment(Date.parse(at)) })} parts={[writer]} />
  }
}
