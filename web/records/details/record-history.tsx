import { Stack, Text, Title } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import i18next from 'i18next'
import { type ReactNode, useMemo } from 'react'
import { referenceFields } from '#schema/kernel/entity.ts'
import { entityNamed, type EntityName, type Row, tenantEntities } from '#schema/registry.ts'
import type { Store, Table } from '#web/store/base/contract.ts'
import { Moment } from '#web/ui/format/dates/moment.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { personName } from '#web/ui/format/person-name.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { NotOnDevice } from '#web/ui/page/empty-state.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { hasDetails, verbText, activityText } from '#web/records/names/entity-texts.ts'
import { titleReaderOf } from '#web/records/data/read-any.ts'
import classes from './record-history.module.css'
import type { Tab } from './record-tabs.tsx'
import { activityTitle } from '#web/records/names/activity-title.ts'
import { recordTitle } from '#web/records/names/record-title.ts'
import { useHasAllRows } from '#web/records/data/use-online.ts'
import { useRow, useTable } from '#web/records/data/use-table.ts'

const simpleActions = ['create', 'update', 'delete', 'restore'] as const
type Simple = (typeof simpleActions)[number]
const isSimple = (action: string): action is Simple => simpleActions.includes(action as Simple)

const historyTabs = new Map<EntityName, Tab>()

/** One object per entity, so that React keeps the tab. */
export function historyTab(entity: EntityName): Tab {
  const cached = historyTabs.get(entity)
  if (cached) return cached
  const tab: Tab = {
    id: 'history',
    label: () => i18next.t('common:history'),
    component: ({ id }) => <RecordHistory entity={entity} id={id} />,
  }
  historyTabs.set(entity, tab)
  return tab
}

/** Those with details of their own show their full history there. */
const relatedEntities = (entity: EntityName) =>
  tenantEntities.flatMap((of) => {
    const name = of.name as EntityName
    const isPart = of.hasActivity && verbText(name, 'create') !== null
    const references = isPart ? referenceFields(of).filter(({ to }) => to === entity) : []
    return references.map(({ field }) => ({ entity: name, via: field, isWhole: !hasDetails(name) }))
  })

const tableOf = (store: Store, entity: EntityName): Table => store.table(entity)

type Activity = Row<'activities'>

interface HistoryProps {
  readonly entity: EntityName
  readonly id: string
}

export function RecordHistory({ entity, id }: HistoryProps) {
  const store = useStore()
  const table = useTable('activities')
  const { version } = table
  const hasAllRows = useHasAllRows('activities')
  // Every change of a row has an activity, so its table need not be watched.
  const activities = useMemo(() => {
    const of = (name: string, at: string) => table.where('entityId', at).filter(({ entityType }) => entityType === name)
    const related = relatedEntities(entity)
    const existing = related.flatMap((part) =>
      tableOf(store, part.entity)
        .where(part.via, id)
        .map((row) => [part.entity, row.id] as const),
    )
    const deleted = table.where('action', 'delete').filter((activity) => activity.belongedTo?.includes(id))
    const relatedIds = [
      ...existing,
      ...deleted.map((activity) => [activity.entityType, activity.entityId] as const),
    ].map(([name, at]) => {
      const part = related.find((each) => each.entity === name)
      const isShown = ({ action }: Activity) =>
        part?.isWhole || action === 'delete' || action === 'restore' || (part && action === 'create')
      return [at, of(name, at).filter(isShown)] as const
    })
    const activities = [...new Map([[id, of(entity, id)] as const, ...relatedIds]).values()].flat()
    return version >= 0 ? activities.toSorted((one, other) => (one.at < other.at ? 1 : -1)) : []
  }, [store, table, version, id, entity])
  return (
    <Stack gap="sm" component="section" aria-label={i18next.t('common:history')}>
      <Title order={3}>{i18next.t('common:history')}</Title>
      {activities.length > 0 || hasAllRows ? (
        <Text c="dimmed" size="sm">
          {i18next.t(activities.length > 0 ? 'common:historyHint' : 'common:historyEmpty')}
        </Text>
      ) : (
        <NotOnDevice icon={IconHistory} />
      )}
      <ol className={classes['list']}>
        {activities.map((activity) => (
          <li key={activity.id} className={classes['item']}>
            {activity.entityId === id ? (
              <ActivityText entity={entity} activity={activity} />
            ) : (
              <PartActivityText entity={entity} id={id} activity={activity} />
            )}
            <Text component="span" size="sm" c="dimmed">
              <Moment at={activity.at} />
            </Text>
          </li>
        ))}
      </ol>
    </Stack>
  )
}

const refersTo = (entityType: string, entity: EntityName): boolean => {
  const definition = entityNamed(entityType)
  return !definition || referenceFields(definition).some(({ to }) => to === entity)
}

interface PartActivityTextProps extends HistoryProps {
  readonly activity: Activity
}

function PartActivityText({ entity, id, activity }: PartActivityTextProps): ReactNode {
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
    return refersTo(entityType, entity) ? text : i18next.t('common:historyWith', { text })
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
  readonly activity: Pick<Row<'activities'>, 'action' | 'userId' | 'by'>
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
