import type { Committed } from './committed.ts'

/** Drizzle runs only migrations later than the last one applied, so the order must be strict. */
export function journalProblems({ journal: { entries }, tags }: Pick<Committed, 'journal' | 'tags'>): string[] {
  const listed = entries.map(({ tag }) => tag)
  return [
    ...tags.filter((tag) => !listed.includes(tag)).map((tag) => `${tag}.sql is not in the journal`),
    ...listed.filter((tag) => !tags.includes(tag)).map((tag) => `${tag} is in the journal, but its file is missing`),
    ...entries
      .filter(
        ({ tag, when, idx }, at) =>
          when <= (entries[at - 1]?.when ?? 0) || !tag.startsWith(migrationNumber(at)) || idx !== at,
      )
      .map(({ tag }) => `${tag} is out of order in the journal`),
  ]
}

export const migrationNumber = (index: number): string => String(index).padStart(4, '0')
