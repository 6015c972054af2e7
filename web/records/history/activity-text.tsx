import i18next from 'i18next'
import type { ReactNode } from 'react'
import { referenceFields } from '#schema/kernel/entity.ts'
import { entityNamed, type EntityName } from '#schema/registry.ts'
import { Name } from '#web/ui/format/name.tsx'
import { personName } from '#web/ui/format/person-name.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { titleReaderOf } from '#web/records/data/read-any.ts'
import { useRow } from '#web/records/data/use-table.ts'
import { activityTitle } from '#web/records/names/activity-title.ts'
import { activityText } from '#web/records/names/entity-texts.ts'
import { recordTitle } from '#web/records/names/record-title.ts'
import type { HistoryEntry } from './history-entries.ts'

const simpleActions = ['create', 'update', 'delete', 'restore'] as const
type Simple = (typeof simpleActions)[number]
const isSimple = (action: string): action is Simple => simpleActions.includes(action as Simple)

type PartActivity = Pick<HistoryEntry, 'action' | 'userId' | 'by' | 'entityType' | 'entityId' | 'title' | 'changes'>

/** Or it says itself what it changed in the record. */
const refersTo = ({ entityType, changes }: PartActivity, entity: EntityName): boolean => {
  const definition = entityNamed(entityType)
  return !definition || !!changes?.length || referenceFields(definition).some(({ to }) => to === entity)
}

interface PartActivityTextProps {
  readonly entity: EntityName
  readonly id: string
  readonly activity: PartActivity
}

export function PartActivityText({ entity, id, activity }: PartActivityTextProps): ReactNode {
  const { entityType, action, userId, by } = activity
  const store = useStore()
  const row = useRow(entity, id)
  const label = activityText(entityType, action)
  const read = titleReaderOf(store)
  const ownTitle = row && recordTitle(entity, row, read)
  const title = activityTitle(activity, read)
  const name = title === ownTitle ? null : title
  const textWith = (value: string) => {
    const text = name === null ? label : i18next.t('common:labelled', { label, value })
    return refersTo(activity, entity) ? text : i18next.t('common:historyWith', { text })
  }
  const names = [<Name key="title">{name ?? ''}</Name>]
  if (!userId) return <Sentence format={textWith} parts={names} />
  const who = userId === store.identity.id ? personName(store.identity) : by
  return (
    <Sentence
      format={(value, person) => i18next.t('common:historyBy', { text: textWith(value), who: person })}
      parts={[...names, nameOf(who)]}
    />
  )
}

interface ActivityTextProps {
  readonly entity: EntityName
  readonly activity: Pick<HistoryEntry, 'action' | 'userId' | 'by'>
}

/** Investors do not see names of the firm's people; jobs have no person. */
export function ActivityText({ entity, activity: { action, userId, by } }: ActivityTextProps): ReactNode {
  const { identity } = useStore()
  if (isSimple(action)) {
    if (!userId) return <span>{i18next.t(`common:historyNobody.${action}`)}</span>
    if (userId === identity.id) return <span>{i18next.t(`common:historyYou.${action}`)}</span>
    return <Sentence format={(who) => i18next.t(`common:historyOther.${action}`, { who })} parts={[nameOf(by)]} />
  }
  const text = activityText(entity, action)
  if (!userId) return <span>{text}</span>
  const who = userId === identity.id ? personName(identity) : by
  return <Sentence format={(value) => i18next.t('common:historyBy', { text, who: value })} parts={[nameOf(who)]} />
}

/** Older activities hold only the user's id. */
const nameOf = (name: string | null): ReactNode =>
  name ? <Name key="who">{name}</Name> : <span key="who">{i18next.t('common:colleague')}</span>
