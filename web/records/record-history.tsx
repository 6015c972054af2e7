// What was done to a record, from the activities that this device keeps: a tab that every entity may have.
import { Stack, Text, Title } from '@mantine/core'
import i18next from 'i18next'
import { type ReactNode, useMemo } from 'react'
import type { EntityName, Row } from '#schema/registry.ts'
import { Moment } from '#web/ui/format/moment.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { personName } from '#web/ui/format/person-name.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { toldWords } from './entity-texts.ts'
import classes from './record-history.module.css'
import type { Tab } from './record-tabs.tsx'
import { useTable } from './use-table.ts'

const simple = ['create', 'update', 'delete', 'restore'] as const
type Simple = (typeof simple)[number]
const isSimple = (action: string): action is Simple => simple.includes(action as Simple)

const made = new Map<EntityName, Tab>()

/** Always the same object for an entity. */
export function historyTab(entity: EntityName): Tab {
  const known = made.get(entity)
  if (known) return known
  const tab: Tab = {
    id: 'history',
    label: () => i18next.t('common:history'),
    draw: ({ id }) => <RecordHistory entity={entity} id={id} />,
  }
  made.set(entity, tab)
  return tab
}

function RecordHistory({ entity, id }: { readonly entity: EntityName; readonly id: string }) {
  const table = useTable('activities')
  const { version } = table
  const acts = useMemo(
    () =>
      version >= 0
        ? table
            .where('entityId', id)
            .filter(({ entityType }) => entityType === entity)
            .toSorted((one, other) => (one.at < other.at ? 1 : -1))
        : [],
    [table, version, id, entity],
  )
  return (
    <Stack gap="sm" component="section" aria-label={i18next.t('common:history')}>
      <Title order={3}>{i18next.t('common:history')}</Title>
      <Text c="dimmed" size="sm">
        {i18next.t(acts.length > 0 ? 'common:historyHint' : 'common:historyEmpty')}
      </Text>
      <ol className={classes['list']}>
        {acts.map((act) => (
          <li key={act.id} className={classes['item']}>
            <Told entity={entity} act={act} />
            <Text component="span" size="sm" c="dimmed">
              <Moment at={act.at} />
            </Text>
          </li>
        ))}
      </ol>
    </Stack>
  )
}

interface ToldProps {
  readonly entity: EntityName
  readonly act: Pick<Row<'activities'>, 'action' | 'userId' | 'by'>
}

/** Investors do not learn who of the firm did something; jobs have no person. */
export function Told({ entity, act: { action, userId, by } }: ToldProps): ReactNode {
  const { identity } = useStore()
  if (isSimple(action)) {
    if (!userId) return <span>{i18next.t(`common:historyNobody.${action}`)}</span>
    if (userId === identity.id) return <span>{i18next.t(`common:historyYou.${action}`)}</span>
    return <Sentence say={(who) => i18next.t(`common:historyOther.${action}`, { who })} parts={[nameOf(by)]} />
  }
  const told = toldWords(entity, action)
  if (!userId) return <span>{told}</span>
  const who = userId === identity.id ? personName(identity) : by
  return <Sentence say={(value) => i18next.t('common:historyTold', { told, who: value })} parts={[nameOf(who)]} />
}

/** Activities from before they had names say who did it only by an id. */
const nameOf = (name: string | null): ReactNode =>
  name ? <Name key="who">{name}</Name> : <span key="who">{i18next.t('common:colleague')}</span>
