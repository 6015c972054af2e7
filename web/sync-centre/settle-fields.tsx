import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conflict } from '#schema/protocol.ts'
import type { Choice, LedgerEntry } from '#web/store/contract.ts'
import { commit } from '#web/ui/commit.ts'
import { showMoment } from '#web/ui/date-format.ts'
import { useStore } from '#web/ui/store-context.ts'
import { toast } from '#web/ui/toast.ts'
import { fieldName, fieldValue } from './change-words.ts'
import { conflictGroups } from './parts.ts'
import classes from './sync-centre.module.css'

type Keep = Choice['keep']

/** One decision for what merges together, mine or theirs; the change is settled when each has its own. */
export function SettleFields({ entry }: { readonly entry: LedgerEntry }) {
  const { t } = useTranslation(['sync', 'fields', 'common'])
  const store = useStore()
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
    void commit(
      () => store.settle(entry.id, choices),
      () => toast.success(isMine ? t('retried') : t('tookTheirs')),
      t('common:errorOccurred'),
    )
  }
  return groups.map(({ key, conflicts }) => (
    <fieldset key={key} className={classes['choice']}>
      <legend>{conflicts.map(({ field }) => fieldName(t, field)).join(', ')}</legend>
      {(['mine', 'theirs'] as const).map((keep) => (
        <Button
          key={keep}
          variant={chosen[key] === keep ? 'filled' : 'default'}
          className={classes['decision'] ?? ''}
          {...(groups.length > 1 ? { 'aria-pressed': chosen[key] === keep } : {})}
          onClick={() => choose(key, keep)}
        >
          {keep === 'mine'
            ? t('keepValue', { value: valuesOf(conflicts, 'yours') })
            : t('useValue', { value: valuesOf(conflicts, 'theirs'), who: whoseOf(conflicts) })}
        </Button>
      ))}
    </fieldset>
  ))

  function valuesOf(conflicts: readonly Conflict[], side: 'yours' | 'theirs'): string {
    return conflicts.map((each) => fieldValue(store, t, each.entity, each.field, each[side], entry.names)).join(', ')
  }

  /** Who wrote theirs, and when, as far as this person may know. */
  function whoseOf([first]: readonly Conflict[]): string {
    const who = first?.by ?? t('somebodyElse')
    return first?.at ? t('whoAndWhen', { who, when: showMoment(Date.parse(first.at)) }) : who
  }
}
