import i18next from 'i18next'
import { readersOf } from '#schema/entities/documents/entity.ts'
import type { Row } from '#schema/registry.ts'
import { ChoiceText } from '#web/records/columns/record-value.tsx'
import { useRow } from '#web/records/data/use-table.ts'

type Document = Row<'documents'>

export const readersText = (document: Document, project: Pick<Row<'projects'>, 'isVisibleToInvestors'> | undefined) =>
  i18next.t(`documents:readers.${readersOf(document, project?.isVisibleToInvestors === true)}`)

/** Sorting reads one row only, so every project counts as visible. */
export const readersOrder = (document: Document): string => readersOf(document, document.projectId !== null)

export function DocumentReaders({ document }: { readonly document: Document }) {
  const project = useRow('projects', document.projectId)
  return <ChoiceText>{readersText(document, project)}</ChoiceText>
}
