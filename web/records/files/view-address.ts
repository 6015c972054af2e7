import { pathOf } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { registry } from '#schema/registry.ts'
import { filePagePath } from '#web/ui/page/use-link-to.ts'
import { isFileHere } from './is-on-device.ts'
import type { WithFile } from './with-file.ts'

/** The types that browsers display inside a page. */
export const shownTypes: readonly string[] = ['application/pdf', 'image/png', 'image/jpeg']

interface Paper extends Values {
  readonly id: string
  readonly version: number
  readonly mimeType: string | null
}

export const viewAddress = (entity: WithFile, paper: Paper, address: string | null): string | undefined =>
  isFileHere(entity, paper, address) && shownTypes.includes(paper.mimeType ?? '')
    ? `${filePagePath}${pathOf(registry[entity])}/${paper.id}`
    : undefined
