import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { recordNameOf } from '#schema/record-name.ts'
import { entityNamed } from '#schema/registry.ts'
import { readerOf } from '#web/records/read-any.ts'
import { Name } from '#web/ui/format/name.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useStore } from '#web/ui/store-context.ts'
import type { Entry } from './entry.ts'
import { actWords, jobWord } from './words.ts'

interface EntryProps {
  readonly entry: Entry
}

/** What was done, and to which record, as far as its name is known. */
export function EntrySentence({ entry }: EntryProps) {
  const { t } = useTranslation('common')
  const name = useNameOf(entry)
  const label = actWords(entry)
  return name ? (
    <Sentence say={(value) => t('labelled', { label, value })} parts={[<Name key="name">{name}</Name>]} />
  ) : (
    <span>{label}</span>
  )
}

function useNameOf({ action, actor, entity, recordId, before, after }: Entry): string | null {
  const read = readerOf(useStore())
  if (action === 'jobs.run') return jobWord(actor.job)
  if (recordId === null || !entityNamed(entity)) return null
  return recordNameOf(entity, (read(entity, recordId) ?? { ...before, ...after }) as never, read) || null
}

export function Actor({ entry: { actor } }: EntryProps) {
  if (actor.name !== null) return <Name>{actor.name}</Name>
  return <span>{i18next.t(actor.kind === 'person' ? 'audit:somebody' : `audit:actors.${actor.kind}`)}</span>
}
