import { useTranslation } from 'react-i18next'
import { recordNameOf } from '#schema/record-name.ts'
import { entityNamed } from '#schema/registry.ts'
import { toldWords } from '#web/records/entity-texts.ts'
import { readerOf } from '#web/records/read-any.ts'
import { Name } from '#web/ui/format/name.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useStore } from '#web/ui/store-context.ts'
import type { Entry } from './entry.ts'

interface EntryProps {
  readonly entry: Entry
}

/** What was done, and to which record, as far as its name is known. */
export function Told({ entry: { action, entity, recordId, before, after } }: EntryProps) {
  const { t } = useTranslation('common')
  const store = useStore()
  const of = entityNamed(entity)
  if (!of) return <span dir="ltr">{action}</span>
  const read = readerOf(store)
  const row = recordId === null ? undefined : (read(entity, recordId) ?? { ...before, ...after })
  const name = row && recordNameOf(entity, row as never, read)
  const label = toldWords(entity, action.split('.').at(-1) ?? action)
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
