import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { recordNameOf } from '#schema/record-name.ts'
import { entityNamed } from '#schema/registry.ts'
import { toldVerb } from '#web/records/entity-texts.ts'
import { readerOf } from '#web/records/read-any.ts'
import { Name } from '#web/ui/format/name.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useStore } from '#web/ui/store-context.ts'
import type { Entry } from './entry.ts'

interface EntryProps {
  readonly entry: Entry
}

/** What is no verb of a record. */
const acts: Readonly<Record<string, () => string>> = {
  'sessions.signIn': () => i18next.t('audit:acts.sessions.signIn'),
  'sessions.secondFactor': () => i18next.t('audit:acts.sessions.secondFactor'),
  'sessions.signOut': () => i18next.t('audit:acts.sessions.signOut'),
  'jobs.run': () => i18next.t('audit:acts.jobs.run'),
  'events.others': () => i18next.t('audit:acts.events.others'),
  'notes.forged': () => i18next.t('audit:acts.notes.forged'),
  'heldChanges.handIn': () => i18next.t('audit:acts.heldChanges.handIn'),
  'heldChanges.drop': () => i18next.t('audit:acts.heldChanges.drop'),
  'tenants.update': () => i18next.t('audit:acts.tenants.update'),
}

/** What was done, and to which record, as far as its name is known. An act without words keeps its code. */
export function EntrySentence({ entry: { action, entity, recordId, before, after } }: EntryProps) {
  const { t } = useTranslation('common')
  const store = useStore()
  const own = Object.hasOwn(acts, action) ? acts[action]!() : null
  const label = own ?? toldVerb(entity, action.slice(action.indexOf('.') + 1)) ?? action
  const read = readerOf(store)
  const row =
    own === null && recordId !== null && entityNamed(entity)
      ? (read(entity, recordId) ?? { ...before, ...after })
      : null
  const name = row && recordNameOf(entity, row as never, read)
  return name ? (
    <Sentence say={(value) => t('labelled', { label, value })} parts={[<Name key="name">{name}</Name>]} />
  ) : (
    <span>{label}</span>
  )
}

export function Actor({ entry: { actor } }: EntryProps) {
  const { t } = useTranslation('audit')
  if (actor.name !== null) return <Name>{actor.name}</Name>
  return <span>{actor.kind === 'person' ? t('somebody') : t(`actors.${actor.kind}`)}</span>
}
