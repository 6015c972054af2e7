import i18next from 'i18next'
import { recordNameOf } from '#schema/record-name.ts'
import { entityNamed } from '#schema/registry.ts'
import { readerOf } from '#web/records/read-any.ts'
import { Name } from '#web/ui/format/name.tsx'
import { useStore } from '#web/ui/store-context.ts'
import type { Entry } from './entry.ts'
import { entryWords, jobWord } from './words.ts'
import classes from './entry-sentence.module.css'

interface EntryProps {
  readonly entry: Entry
}

/** What was done, and below it to which record, as far as its name is known. */
export function EntrySentence({ entry }: EntryProps) {
  const name = useNameOf(entry)
  const { told, kind } = entryWords(entry)
  const below = name ? <Name>{name}</Name> : kind
  return (
    <>
      <span className={classes['told']}>{told}</span>
      {below !== null && <span className={classes['below']}>{below}</span>}
    </>
  )
}

function useNameOf({ action, actor, entity, recordId, before, after }: Entry): string | null {
  const read = readerOf(useStore())
  if (action === 'jobs.run') return jobWord(actor.job)
  const isActor = entity === 'users' && recordId === actor.userId
  if (recordId === null || isActor || !entityNamed(entity)) return null
  return recordNameOf(entity, (read(entity, recordId) ?? { ...before, ...after }) as never, read) || null
}

export function Actor({ entry: { actor } }: EntryProps) {
  if (actor.name !== null) return <Name>{actor.name}</Name>
  return <span>{i18next.t(actor.kind === 'person' ? 'audit:somebody' : `audit:actors.${actor.kind}`)}</span>
}
