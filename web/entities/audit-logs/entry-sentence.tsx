import { readerOf } from '#web/records/data/read-any.ts'
import { Name } from '#web/ui/format/name.tsx'
import { useStore } from '#web/ui/store-context.ts'
import type { AuditEntry } from './entry.ts'
import { entryLabels, nameIn, unnamedActor } from './entry-labels.ts'
import classes from './entry-sentence.module.css'

interface EntryProps {
  readonly entry: AuditEntry
}

export function EntrySentence({ entry }: EntryProps) {
  const name = nameIn(entry, readerOf(useStore()))
  const { sentence, kind } = entryLabels(entry)
  const below = name ? <Name>{name}</Name> : kind
  return (
    <>
      <span className={classes['action']}>{sentence}</span>
      {below !== null && <span className={classes['below']}>{below}</span>}
    </>
  )
}

export function Actor({ entry: { actor } }: EntryProps) {
  return actor.name === null ? <span>{unnamedActor(actor)}</span> : <Name>{actor.name}</Name>
}
