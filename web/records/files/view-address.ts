import { pathOf } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { registry } from '#schema/registry.ts'
import { filePagePath } from '#web/ui/page/use-link-to.ts'
import { isFileOnDevice } from './is-on-device.ts'
import type { WithFile } from './with-file.ts'

export const viewableTypes: readonly string[] = ['application/pdf', 'image/png', 'image/jpeg']

interface FileInfo extends Values {
  readonly id: string
  readonly version: number
  readonly mimeType: string | null
}

export const viewAddress = (entity: WithFile, file: FileInfo, address: string | null): string | undefined =>
  isFileOnDevice(entity, file, address) && viewableTypes.includes(file.mimeType ?? '')
    ? `${filePagePath}${pathOf(registry[entity])}/${file.id}`
    : undefined
